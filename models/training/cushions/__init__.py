"""The network that tells where along each cushion its nose and the wood's edge run."""
