"""Checks of numbers that people type."""


def luhn(text):
    """Whether the digits of a card number are consistent."""
    digits = [int(c) for c in text if c.isdigit()]
    if len(digits) < 2 or len(digits) != len(text):
        return False
    odd = digits[-1::-2]
    even = [sum(divmod(2 * d, 10)) for d in digits[-2::-2]]
    return (sum(odd) + sum(even)) % 10 == 0


def roman(number):
    """Write a number the Roman way."""
    signs = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
             (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    text = ""
    for value, sign in signs:
        while number >= value:
            text += sign
            number -= value
    return text
