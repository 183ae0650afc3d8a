"""The normal form of moves that can be written in several ways. Read `fitl_core.wording.normal_form` next."""
