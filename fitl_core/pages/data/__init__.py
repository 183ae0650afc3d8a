"""The skeleton, style and script of the pages, as a browser gets them."""
