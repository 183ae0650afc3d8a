"""Messages to players whose turn it is: mail and webhooks.

Read `outbox` for the messages that are due, and `postman` for the task that sends them.
"""
