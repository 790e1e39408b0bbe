from privtool.core.spans import Span, merge_overlapping


def test_spans_that_overlap_are_merged():
    spans = [Span(5, 12, "B", 0.9), Span(0, 6, "A", 0.5), Span(12, 13, "C", 0.5)]
    assert merge_overlapping(spans) == [Span(0, 12, "A", 0.9), Span(12, 13, "C", 0.5)]
    longer = merge_overlapping(spans, label_of_longer=True)
    assert longer == [Span(0, 12, "B", 0.9), Span(12, 13, "C", 0.5)]
    spans = [Span(4, 10, "B", 0.5), Span(0, 5, "A", 0.9), Span(10, 12, "C", 0.7)]
    longer = merge_overlapping(spans, label_of_longer=True)
    assert longer == [Span(0, 10, "B", 0.9), Span(10, 12, "C", 0.7)]
    assert merge_overlapping([]) == []
