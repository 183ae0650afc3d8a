"""Tables over HTTP: a JSON API, news as they come, and the page that plays by them."""
