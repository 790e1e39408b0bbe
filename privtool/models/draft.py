"""A text on its way to being filled, as tokens of a masked language model."""

from __future__ import annotations

from collections.abc import Sequence

BUCKET = 4


class TokenDraft:
    """Token ids in which the slots that are still open hold the mask token.

    `spaced` tells for each slot whether a space stands before it. The model sees at most `room`
    tokens around the next slot, so that a text of any length can be filled. The place that the
    text takes in a model is two tokens longer, and one more is padding.
    """

    def __init__(
        self, ids: list[int], slots: Sequence[int], spaced: Sequence[bool], room: int
    ) -> None:
        self.ids, self._slots, self._spaced, self._room = ids, slots, spaced, room
        self._next = 0

    @property
    def padded_length(self) -> int:
        """Tokens that the model is given, rounded up; it never changes.

        A row's result depends on the length that it is padded to (by some last bits), so that
        must not depend on the other rows of a batch. There is always padding, as some attention
        kernels are only used for batches without any.
        """
        seen = min(len(self.ids), self._room) + 2
        return min((seen // BUCKET + 1) * BUCKET, self._room + 3)

    @property
    def next_spaced(self) -> bool:
        """Whether a space stands before the next slot."""
        return self._spaced[self._next]

    def window(self) -> tuple[list[int], int]:
        """The tokens around the next slot, and the slot's place among them."""
        slot = self._slots[self._next]
        if len(self.ids) <= self._room:
            return self.ids, slot
        start = min(max(0, slot - self._room // 2), len(self.ids) - self._room)
        return self.ids[start : start + self._room], slot - start

    def put(self, token: int) -> None:
        """Fill the next slot."""
        self.ids[self._slots[self._next]] = token
        self._next += 1
