package googlescopes

import (
	"reflect"
	"testing"
)

func TestMissing(t *testing.T) {
	granted := []string{"openid", "https://www.googleapis.com/auth/userinfo.email"}
	got := Missing([]string{"email", "profile", "openid"}, granted)
	if !reflect.DeepEqual(got, []string{"profile"}) {
		t.Error(got)
	}
	if Missing(nil, granted) != nil {
		t.Error("nothing is missing")
	}
}
