resource "auth0_client" "spa" {
  callbacks = [var.callback]
}
