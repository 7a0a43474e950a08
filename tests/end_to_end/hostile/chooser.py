"""Random choices."""

import random


class Chooser:
    """Chooses, from a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, probability):
        return self.random.random() < probability

    def number(self, low, high):
        return self.random.randint(low, high)

    def weighted(self, *choices):
        """One of several pairs of a weight and a choice."""
        return self.random.choices([choice for _, choice in choices], [weight for weight, _ in choices])[0]
