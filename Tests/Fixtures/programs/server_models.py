# Reads each file with the model of its server: nothing is unknown, nothing is lost.
import glob, json, sys, yaml
import botocore.session, botocore.validate
from ory_hydra_client.models.o_auth2_client import OAuth2Client

root = sys.argv[1]
model = botocore.session.get_session().get_service_model("cognito-idp")
count = 0
for path in glob.glob(root + "/*/authorization-server/cognito/*.json"):
    name = {"create": "CreateUserPoolClient", "update": "UpdateUserPoolClient",
            "resource-server": "CreateResourceServer"}[path.split(".")[-2]]
    shape = model.operation_model(name).input_shape
    value = dict(json.load(open(path)), UserPoolId="eu-central-1_EXAMPLE")
    report = botocore.validate.ParamValidator().validate(value, shape)
    assert not report.has_errors(), (path, report.generate_report())
    count += 1
for path in glob.glob(root + "/*/authorization-server/hydra/clients.json"):
    for value in json.load(open(path)):
        back = OAuth2Client.from_dict(value).to_dict()
        for key in value:
            assert back[key] == value[key], (path, key)
        count += 1
for path in glob.glob(root + "/*/authorization-server/*/*.yaml"):
    document = yaml.safe_load(open(path))
    for client in document.get("clients", document.get("staticClients")):
        assert all(isinstance(uri, str) for uri in client.get("callbacks", client.get("redirectURIs")))
        count += 1
print(count)
