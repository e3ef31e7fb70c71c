"""What fighters do: the kinds of action, what forbids them, what an attack does, and how it changes the fight."""
