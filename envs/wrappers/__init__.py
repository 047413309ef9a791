"""The games as environments of other libraries. Nothing is imported here: each needs a library of its own."""
