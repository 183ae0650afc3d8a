"""Code that several procedures share: placement, Pacification, routes, and other wordings of a move."""
