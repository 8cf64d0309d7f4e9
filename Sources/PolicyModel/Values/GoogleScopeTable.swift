package import PolicyText

/// Google's scopes and their classification.
///
/// As of 2026-11-22. Restricted scopes: Google's list (support.google.com/cloud/answer/13464325).
/// The others as classified on the pages "Choose … API scopes": Gmail
/// (developers.google.com/gmail/api/auth/scopes), Drive (…/drive/api/guides/api-specific-auth),
/// Docs (…/docs/api/auth), Sheets (…/sheets/api/scopes), Slides (…/slides/api/scopes), Chat
/// (…/workspace/events/guides/auth), and Calendar. Those marked `?` are inferred from the access
/// that they give: the pages of Tasks, Forms, People, Meet and YouTube don't classify them, and
/// Google shows the classification only in the console. `other`: existing scopes without a public
/// classification.
package enum GoogleScopeTable {
  /// The date of the lists.
  package static let date = "2026-11"

  /// The prefix of all names in the table.
  package static let prefix = "https://www.googleapis.com/auth/"

  /// A row of the table.
  package struct Entry: Sendable {
    package var kind: GoogleScope.Class
    /// Whether Google doesn't document the classification.
    package var isInferred: Bool
  }

  /// The entry of a name without prefix; nil if the table doesn't have it.
  package static func entry(_ name: ExactString) -> Entry? {
    if let entry = entries[name] { return entry }
    // The list of fitness scopes that Google documents ends at body temperature; all of them are
    // health data.
    return name.hasPrefix("fitness.") ? Entry(kind: .restricted, isInferred: true) : nil
  }

  /// All names, in the order of the table.
  package static let names: [String] = lists.flatMap { words($0.names).map { trimmed($0) } }

  private static let entries: [ExactString: Entry] = {
    var entries: [ExactString: Entry] = [:]
    for list in lists {
      for word in words(list.names) {
        entries[ExactString(trimmed(word))] = Entry(
          kind: list.kind, isInferred: word.utf8.last == UInt8(ascii: "?"))
      }
    }
    return entries
  }()

  private static func words(_ text: String) -> [String] {
    text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }).compactMap { String($0) }
  }

  private static func trimmed(_ word: String) -> String {
    word.utf8.last == UInt8(ascii: "?") ? String(word.dropLast()) : word
  }

  /// A broader scope and the scopes that it covers; a `*` at the end matches anything. A read-only
  /// scope is also covered by the scope with the same name without `.readonly`.
  package static let covered: [(broad: ExactString, narrow: [ExactString])] = [
    ("https://mail.google.com/", ["gmail.*"]),
    ("drive", ["drive.readonly", "drive.file", "drive.metadata", "drive.metadata.readonly"]),
    ("gmail.modify", ["gmail.readonly"]),
    ("calendar", ["calendar.*"]),
  ]

  private static let lists: [(kind: GoogleScope.Class, names: String)] = [
    (
      .restricted,
      """
      gmail.readonly gmail.metadata gmail.modify gmail.insert gmail.compose gmail.settings.basic
      gmail.settings.sharing drive drive.readonly drive.activity drive.activity.readonly
      drive.metadata drive.metadata.readonly drive.scripts drive.meet.readonly
      fitness.activity.read fitness.activity.write fitness.blood_glucose.read
      fitness.blood_glucose.write fitness.blood_pressure.read fitness.blood_pressure.write
      fitness.body_temperature.read fitness.body_temperature.write chat.messages
      chat.messages.readonly? chat.import? chat.delete?
      """
    ),
    (
      .sensitive,
      """
      calendar calendar.readonly calendar.events calendar.events.readonly calendar.freebusy
      calendar.settings.readonly calendar.calendarlist calendar.calendarlist.readonly calendar.acls
      calendar.acls.readonly calendar.app.created gmail.send
      gmail.addons.current.message.readonly gmail.addons.current.message.metadata
      drive.apps.readonly spreadsheets spreadsheets.readonly documents documents.readonly
      presentations presentations.readonly chat.memberships chat.memberships.readonly chat.spaces
      chat.spaces.readonly chat.messages.reactions chat.messages.reactions.readonly contacts?
      contacts.readonly? contacts.other.readonly? directory.readonly? forms.body?
      forms.body.readonly? forms.responses.readonly? tasks? tasks.readonly?
      meetings.space.created? meetings.space.readonly? youtube?
      youtube.readonly? youtube.upload? youtube.force-ssl? yt-analytics.readonly?
      photoslibrary.appendonly? cloud-platform? analytics? analytics.readonly? webmasters?
      adwords? user.birthday.read? user.phonenumbers.read? user.addresses.read?
      user.gender.read?
      """
    ),
    (
      .nonSensitive,
      """
      userinfo.email userinfo.profile drive.file drive.appdata drive.appfolder drive.install
      gmail.labels gmail.addons.current.action.compose gmail.addons.current.message.action chat.bot
      meetings.space.settings?
      """
    ),
    (
      .other,
      """
      admin.directory.group admin.directory.group.readonly admin.directory.user
      admin.directory.user.readonly admin.reports.audit.readonly analytics.edit
      analytics.manage.users androidmanagement androidpublisher bigquery bigquery.readonly blogger
      books business.manage chat.messages.create chat.messages.reactions.create chat.spaces.create
      classroom.courses classroom.courses.readonly cloud-platform.read-only compute
      compute.readonly datastore devstorage.full_control devstorage.read_only
      devstorage.read_write firebase firebase.messaging firebase.readonly games games_lite
      homegraph indexing keep keep.readonly logging.read logging.write monitoring monitoring.read
      photoslibrary.edit.appcreateddata photoslibrary.readonly.appcreateddata
      photospicker.mediaitems.readonly profile.agerange.read profile.language.read pubsub
      script.projects sdm.service siteverification sqlservice.admin tagmanager.readonly
      trace.append user.emails.read user.organization.read webmasters.readonly youtubepartner
      """
    ),
  ]
}
