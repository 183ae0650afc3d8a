"""The server: tables over HTTP, with a JSON API, a stream of news, and the page on which people play.

`endpoints` lists the API, and `site` puts the server together. Read `endpoints` next.
"""
