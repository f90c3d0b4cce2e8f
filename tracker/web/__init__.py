"""The pages' server: routes, who may do what, streams of states, and the application that holds them."""
