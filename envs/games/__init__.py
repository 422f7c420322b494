"""The rules of the games; `envs.registry` lists them."""
