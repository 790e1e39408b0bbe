"""Options that several commands share, as one value.

A group is a NamedTuple whose fields are annotated as Typer's options are. A parameter of a command
that is annotated with a group stands for all of its options. Where a command words an option of a
group in its own way, it has a parameter of the option's name beside the group, and both get the
value.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, get_type_hints

Parameters = dict[str, inspect.Parameter]


def is_group(annotation: Any) -> bool:
    """Whether an annotation is a group of options."""
    return isinstance(annotation, type) and issubclass(annotation, tuple)


def spread(parameters: Parameters) -> Parameters:
    """The parameters with the options of each group in its place."""
    own = {name for name, one in parameters.items() if not is_group(one.annotation)}
    found: Parameters = {}
    for name, parameter in parameters.items():
        if name in own:
            found[name] = parameter
        else:
            found |= {k: v for k, v in _options_of(parameter).items() if k not in own}
    return found


def gathered(parameters: Parameters, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the parameters, given those of all options."""
    return {
        name: parameter.annotation(**{k: values[k] for k in parameter.annotation._fields})
        if is_group(parameter.annotation)
        else values[name]
        for name, parameter in parameters.items()
    }


def _options_of(group: inspect.Parameter) -> Parameters:
    kind = group.annotation
    defaults, empty = kind._field_defaults, inspect.Parameter.empty
    return {
        name: inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=annotation,
            default=defaults.get(name, empty),
        )
        for name, annotation in get_type_hints(kind, include_extras=True).items()
    }
