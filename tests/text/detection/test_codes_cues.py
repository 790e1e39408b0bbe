"""Codes of letters and digits, and values after a cue word."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("marked", "score"),
    [
        ("MRN «1234», case no. «471», order number «A12»", 0.7),
        ("policy «AB-123-456», claim #«12345»", 0.9),
        ("invoice «INV-2024-03-05», tracking «1Z999AA10123456784»", 0.9),
        ("your PNR is «QXTZRP», confirmation code: «ABCDEF»", 0.7),
        ("license plate «ABC 1234», reg «LD51 ABC», plate is «7XYZ123»", 0.7),
        ("plate is «CA 12 GT GP», plate «ABC 123» and no more", 0.7),
        ("account number is «12 345 678»", 0.9),
        ("the code «X7K2Q» and «b4d9f1»", 0.7),
        ("member id «5512»", 0.9),
        ("«LD51 ABC» and «HRB 12345»", 0.7),
        ("vehicle «kx19 zpu» was there", 0.7),
        ("by «svc_deploy7»", 0.7),
        ("unai,«0482 LWB»,paid", 0.5),
    ],
)
def test_ids(expect, marked, score):
    expect("ID", marked, score)


def test_measures_and_years_are_no_plates(tag):
    spans = tag("1000 GBP by 1350 GMT at 5000 RPM in a 2015 BMW", 0.0)
    assert "ID" not in {span.label for span in spans}


@pytest.mark.parametrize(
    "text",
    [
        "in order to be in the case of need",
        "100mg of it, 20mph, the 1980s-style, 1080p, 2x4",
        "covid-19, a top-100 list, mp3, 3d, b12",
        "call 2 people, order 2 pizzas, policy is policy",
        "I THINK CASE IS CLOSED AND CODE IS ABCDEF",
        "plate of food, a reservation for dinner",
    ],
)
def test_not_found(tag, text):
    assert tag(text) == []


def test_every_digit_is_found_at_threshold_zero(tag):
    text = "covid-19, mp3, b12, 3d, 2x4, 7, x-1, 1/2, §5a, 7%"
    covered = {k for s in tag(text, 0.0) for k in range(s.start, s.end)}
    assert {k for k, char in enumerate(text) if char.isdigit()} <= covered
