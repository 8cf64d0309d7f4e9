import HTTPTypes
import HummingbirdCore
import NIOCore
import WebApp

extension WebHead {
  init(_ head: HTTPRequest) {
    // Hummingbird removes the first `Host` field; a second one remains.
    var hosts = head.authority.map { [$0] } ?? []
    var fields: [(name: String, value: String)] = []
    for field in head.headerFields {
      if field.name.canonicalName == "host" {
        hosts.append(field.value)
      } else {
        fields.append((field.name.canonicalName, field.value))
      }
    }
    self.init(
      method: head.method.rawValue, target: head.path ?? "", hosts: hosts,
      fields: fields)
  }
}

extension Response {
  init(_ answer: WebAnswer) {
    var fields = HTTPFields()
    for field in answer.fields {
      if let name = HTTPField.Name(field.name) { fields[name] = field.value }
    }
    var body = ResponseBody()
    if case .bytes(let bytes) = answer.body {
      body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
    }
    self.init(
      status: HTTPResponse.Status(code: answer.status), headers: fields, body: body)
  }
}
