"""Whole frames without pictures: the law leads them, made-up eyes see them, and the desk keeps their score.

A frame is played at the level of facts: who nominates what, what is met first, what falls, what a hand puts back, all
at the frequencies of `habits`; the judge, told what officials say, decides what each stroke comes to (`play`). Made-up
eyes then see it with the troubles of real ones, at measured rates or at so many times those (`eyes`), and the desk,
with nobody at it, calls it from what they saw (`scored`). `python -m bench.simulated` counts how often that is right.
"""
