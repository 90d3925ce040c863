// Who writes a plugin imports Binnacle alone and has the messages with it.
@_exported public import Messages
