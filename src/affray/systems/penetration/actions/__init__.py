"""What fighters do: the kinds of action, what forbids them, what comes of them."""
