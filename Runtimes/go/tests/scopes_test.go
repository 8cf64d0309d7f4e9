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
	const prefix = "https://www.googleapis.com/auth/userinfo."
	for _, name := range []string{"email", "profile"} {
		for _, requested := range []string{name, prefix + name} {
			for _, same := range []string{name, prefix + name} {
				if got := Missing([]string{requested}, []string{same}); got != nil {
					t.Errorf("%s is %s: %q", requested, same, got)
				}
			}
			for _, other := range []string{"openid", prefix + "openid", name + " "} {
				if got := Missing([]string{requested}, []string{other}); len(got) != 1 {
					t.Errorf("%s isn't %s", requested, other)
				}
			}
		}
	}
	if Missing(nil, granted) != nil {
		t.Error("nothing is missing")
	}
}
