import PolicyDiagnostics

extension ReplayWorker {
  /// Takes the lines of an access log.
  @inline(never) func takeAccess(
    _ start: LineCursor, stop: LineCursor, end: LineCursor
  ) -> LineCursor {
    let format = decider.options.format
    var place = start
    while place < stop {
      var problem: LineProblem?
      var feed: LineCursor
      if format.isJSON {
        problem = scanner.scan(place)
        feed = scanner.place
        if problem != nil { feed = feed.lineFeed }
      } else {
        feed = place.lineFeed
      }
      guard feed < end else { break }
      var whole = LineText(place, feed - place)
      if whole.count > 0, whole.last == 0x0D { whole = LineText(place, whole.count - 1) }
      if whole.count > maximumLength {
        count(.tooLong, whole)
      } else if let problem {
        count(problem, whole)
      } else if format.isJSON {
        answerAccess(scanner.fields, whole)
      } else if let request = AccessLineReader.requestLine(of: whole, in: format) {
        answerAccess(requestLine: request, host: .empty, whole)
      } else {
        count(.format, whole)
      }
      place = feed + 1
    }
    return place
  }

  /// An object of an access log.
  private func answerAccess(_ line: LineFields, _ whole: LineText) {
    let host = line.isString(.host) ? line[.host] : line[.otherHost]
    for field in [LogField.target, .otherTarget] where line.isString(field) {
      // A log without methods is one of requests that browsers make.
      return line.isString(.method)
        ? answerAccess(method: line[.method], host: host, target: line[field], whole)
        : LineText.with("GET".utf8) {
          answerAccess(method: $0, host: host, target: line[field], whole)
        }
    }
    if line.isString(.requestLine) {
      answerAccess(requestLine: line[.requestLine], host: host, whole, isEscaped: false)
    } else if line.has(.target) || line.has(.otherTarget) || line.has(.requestLine) {
      // Null: the proxy says that it saw no request that could be read.
      countOther(whole)
    } else {
      count(.noTarget, whole)
    }
  }

  /// `GET /authorize?client_id=… HTTP/1.1`; anything else was never a request (RFC 9112 section 3).
  private func answerAccess(
    requestLine line: LineText, host: LineText, _ whole: LineText, isEscaped: Bool = true
  ) {
    if isEscaped, line.offset(where: { $0 == 0x5C }) != nil {
      return LineText.with(AccessLineReader.unescaped(line)) {
        answerAccess(requestLine: $0, host: host, whole, isEscaped: false)
      }
    }
    guard let first = line.offset(where: { $0 == 0x20 }) else { return countOther(whole) }
    var last = line.count - 1
    while (line.start + last).byte != 0x20 { last -= 1 }
    guard last > first, line.dropping(last + 1).hasPrefix("HTTP/") else {
      return countOther(whole)
    }
    answerAccess(
      method: LineText(line.start, first), host: host,
      target: LineText(line.start + (first + 1), last - first - 1), whole)
  }

  private func answerAccess(
    method: LineText, host: LineText, target: LineText, _ whole: LineText
  ) {
    guard let target = access.authorizationTarget(method: method, host: host, target: target)
    else { return countOther(whole) }
    // What is not UTF-8 would be decided as another text than the server saw.
    guard target.isUTF8 else { return count(.encoding, whole) }
    askAll(access.url(target), isSandbox: standardIsSandbox)
  }
}

extension LineText {
  /// The last byte of a text that has one.
  fileprivate var last: UInt8 { (start + (count - 1)).byte }

  fileprivate func hasPrefix(_ prefix: StaticString) -> Bool {
    count >= prefix.utf8CodeUnitCount
      && LineText(start, prefix.utf8CodeUnitCount).isEqual(to: prefix)
  }

  fileprivate var isUTF8: Bool {
    guard offset(where: { $0 >= 0x80 }) != nil else { return true }
    return isText(exact)
  }
}
