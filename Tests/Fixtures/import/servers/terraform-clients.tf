# Clients of the sign-in server.
variable "domain" { default = "lumen.example" }

resource "keycloak_openid_client" "wiki" {
  realm_id  = "lumen"
  client_id = "wiki"
  name      = "Wiki"

  access_type           = "CONFIDENTIAL"
  standard_flow_enabled = true
  valid_redirect_uris = [
    "https://wiki.lumen.example/cb", // literal
    "https://wiki.lumen.example/silent",
  ]
  web_origins = ["https://wiki.lumen.example"]
  extra_config = { for k, v in var.extra : k => v }
}

resource "keycloak_openid_client" "chat" {
  client_id             = "chat"
  access_type           = var.access
  standard_flow_enabled = true
  valid_redirect_uris   = ["https://chat.lumen.example/cb"]
}

resource "auth0_client" "app" {
  name      = "Lumen app"
  app_type  = "spa"
  callbacks = ["https://app.lumen.example/cb", "https://${var.domain}/cb"]
  allowed_logout_urls = ["https://app.lumen.example"]
  description = <<-EOT
    Not "read": ${var.domain}
  EOT
  mobile {
    ios {
      team_id               = "A1B2C3D4E5"
      app_bundle_identifier = "example.lumen.app"
    }
  }
}

resource "okta_app_oauth" "portal" {
  label         = "Portal"
  type          = "web"
  grant_types   = ["authorization_code"]
  redirect_uris = ["https://portal.lumen.example/cb"]
}

resource "okta_app_oauth_redirect_uri" "second" {
  app_id = okta_app_oauth.portal.id
  uri    = "https://portal.lumen.example/second"
}

resource "aws_cognito_user_pool_client" "many" {
  for_each      = toset(["a", "b"])
  name          = each.value
  callback_urls = ["https://many.lumen.example/cb"]
}

resource "aws_cognito_user_pool_client" "mobile" {
  name                                 = "mobile"
  allowed_oauth_flows_user_pool_client = true
  allowed_oauth_flows                  = ["code"]
  allowed_oauth_scopes                 = ["openid", "email"]
  callback_urls                        = concat(["https://a.lumen.example/cb"], var.more)
  logout_urls                          = ["https://mobile.lumen.example/bye"]
}

resource "zitadel_application_oidc" "native" {
  name             = "Native"
  app_type         = "OIDC_APP_TYPE_NATIVE"
  auth_method_type = "OIDC_AUTH_METHOD_TYPE_NONE"
  redirect_uris    = ["lumen.app:/cb"]
}

resource "google_identity_platform_config" "default" {
  project            = "lumen-prod"
  authorized_domains = ["lumen.example", "lumen-prod.firebaseapp.com"]
}
