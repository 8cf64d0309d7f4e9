import json, sys, xml.etree.ElementTree as tree
android = '{http://schemas.android.com/apk/res/android}'
filters = []
root = tree.parse(sys.argv[1]).getroot()
assert root.tag == 'manifest' and [child.tag for child in root] == ['application']
for activity in root[0]:
  assert activity.tag == 'activity'
  assert set(activity.attrib) == {android + 'name', android + 'exported'}, activity.attrib
  for filter in activity:
    assert filter.tag == 'intent-filter'
    def names(tag): return [each.get(android + 'name') for each in filter if each.tag == tag]
    filters.append({
      'activity': activity.get(android + 'name'),
      'exported': activity.get(android + 'exported'),
      'autoVerify': filter.get(android + 'autoVerify'),
      'actions': names('action'), 'categories': names('category'),
      'data': [{key[len(android):]: value for key, value in each.attrib.items()}
               for each in filter if each.tag == 'data']})
print(json.dumps(filters))
