"""affray."""
