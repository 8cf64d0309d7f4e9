import Foundation

extension HostileRepository {
  // MARK: how git finds the repository

  static let discovery = [
    HostileRepository("a bare repository in the working directory") {
      try $0.addBareRepository(at: $0.directory)
    },
    HostileRepository("a bare repository beside .git") {
      try $0.addBareRepository(at: $0.repository)
    },
    HostileRepository("a bare repository between .git and the working directory") {
      let inner = $0.directory.appending(path: "inner")
      try $0.write(GitSandbox.policy, "app/inner/Policies/lumen.yaml")
      try $0.write(GitSandbox.settings, "app/inner/linkpolicy.yaml")
      try $0.commit("two")
      try $0.moveBase()
      try $0.addBareRepository(at: $0.directory)
      $0.directory = inner
      try $0.change()
    },
    HostileRepository("a bare repository in an archive without .git", .refused("no git repository"))
    {
      try $0.addBareRepository(at: $0.directory)
      try $0.remove("repository/.git")
    },
    HostileRepository("a bare repository above an archive", .refused("no git repository")) {
      try $0.remove("repository/.git")
      try $0.addBareRepository(at: $0.repository)
    },
    HostileRepository("an empty .git over a bare repository") {
      try $0.addBareRepository(at: $0.directory)
      try FileManager.default.createDirectory(
        at: $0.directory.appending(path: ".git"), withIntermediateDirectories: false)
    },
  ]

  // MARK: targets of .git

  static let pointers = [
    HostileRepository("a file .git that leads among the files", .refused("among the files")) {
      try $0.move("repository/.git", "repository/evil")
      try $0.write("gitdir: evil\n", ".git")
    },
    HostileRepository("a link .git that leads among the files", .refused("among the files")) {
      try $0.move("repository/.git", "repository/evil")
      try $0.link("repository/.git", to: "evil")
    },
    HostileRepository("a commondir that leads among the files", .refused("among the files")) {
      try FileManager.default.createDirectory(
        at: $0.repository.appending(path: "evil"), withIntermediateDirectories: false)
      try $0.addBareRepository(at: $0.repository.appending(path: "evil"))
      try $0.write("../evil\n", ".git/commondir")
    },
    HostileRepository("a file .git that leads nowhere", .refused("doesn't exist")) {
      try $0.move("repository/.git", "elsewhere")
      try $0.write("gitdir: ../nowhere\n", ".git")
    },
    HostileRepository("a file .git of another form", .refused("neither a directory")) {
      try $0.move("repository/.git", "elsewhere")
      try $0.write("../elsewhere\n", ".git")
    },
    HostileRepository("another spelling of .git", .refused("no git repository")) {
      try $0.move("repository/.git", "repository/.GIT")
    },
    HostileRepository("a HEAD that links to another file", .refused("git: fatal")) {
      try $0.remove("repository/.git/HEAD")
      try $0.link("repository/.git/HEAD", to: "/etc/passwd")
    },
    HostileRepository("a HEAD that links to a branch") {
      try $0.remove("repository/.git/HEAD")
      try $0.link("repository/.git/HEAD", to: "refs/heads/main")
    },
    HostileRepository("a pipe as configuration", .refused("not a regular file")) {
      try $0.remove("repository/.git/config")
      _ = unsafe mkfifo($0.repository.appending(path: ".git/config").path, 0o600)
    },
    HostileRepository("core.worktree elsewhere", .refused("`core.worktree`")) {
      try $0.configure("[core]\nworktree = ROOT")
    },
    HostileRepository("core.worktree in an included file", .refused("`core.worktree`")) {
      try $0.write("[core]\nworktree = /", "app/git.inc")
      try $0.configure("[include]\npath = ../app/git.inc")
    },
    HostileRepository("core.worktree of this directory") {
      try $0.configure("[core]\nworktree = ..")
    },
  ]

  // MARK: objects that git would fetch

  private static let remote =
    "[remote \"origin\"]\nurl = ROOT/repository\nuploadpack = \"'PROGRAM'\"\n"

  /// Removes the base's objects, so git would have to fetch them.
  private static func removeObjects(_ sandbox: GitSandbox) throws {
    for file in ["linkpolicy.yaml", "Policies/lumen.yaml"] {
      let blob = try sandbox.output("rev-parse", "v1:app/\(file)")
      try sandbox.remove("repository/.git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
    }
  }

  private static func partial(_ name: String, _ text: String, _ file: String = ".git/config")
    -> HostileRepository
  {
    HostileRepository(name, .refused("partial clone")) {
      try removeObjects($0)
      if !file.hasSuffix("/config") {
        try $0.configure(
          remote + "[core]\nrepositoryformatversion = 1\n[extensions]\nworktreeConfig = true")
      }
      try $0.configure(text, file)
    }
  }

  static let fetching = [
    partial("a promisor remote", remote + "promisor = true"),
    partial("a promisor remote without a value", remote + "promisor"),
    partial("a filter of a remote", remote + "partialclonefilter = blob:none"),
    partial("a partial clone", remote + "[extensions]\npartialClone = origin"),
    partial(
      "a promisor remote in config.worktree", remote + "promisor = 1", ".git/config.worktree"),
    HostileRepository("a promisor remote in an included file", .refused("partial clone")) {
      try removeObjects($0)
      try $0.configure(remote + "promisor = yes", "app/git.inc")
      try $0.configure("[include]\npath = ../app/git.inc")
    },
    HostileRepository("a promisor remote in a file for this directory", .refused("partial clone")) {
      try removeObjects($0)
      try $0.configure(remote + "promisor = on", "app/git.inc")
      try $0.configure("[includeIf \"gitdir:ROOT/\"]\npath = ../app/git.inc")
    },
    HostileRepository("an `ext::` remote, which is allowed", .refused("git")) {
      try removeObjects($0)
      try $0.configure(
        "[protocol \"ext\"]\nallow = always\n[protocol]\nallow = always\n"
          + "[remote \"origin\"]\nurl = \"ext::PROGRAM\"\nfetch = +refs/heads/*:refs/remotes/*")
    },
    HostileRepository("programs of remotes that nothing fetches from") {
      try $0.configure(
        remote + "vcs = evil\nreceivepack = PROGRAM\n[core]\nsshCommand = PROGRAM\n"
          + "gitProxy = PROGRAM\naskPass = PROGRAM\nalternateRefsCommand = PROGRAM\n"
          + "[credential]\nhelper = !PROGRAM\n[url \"ext::PROGRAM \"]\ninsteadOf = https://")
    },
    HostileRepository("a submodule with a program") {
      try $0.write(
        "[submodule \"a\"]\npath = app/a\nurl = ext::\($0.program.path)\nupdate = !\($0.program.path)\n",
        ".gitmodules")
      try $0.configure(
        "[submodule \"a\"]\nurl = \"ext::PROGRAM\"\nupdate = !PROGRAM\nactive = true")
      try $0.run(
        "update-index", "--add", "--cacheinfo", "160000,\($0.output("rev-parse", "v1")),app/a")
      try $0.run("commit", "-q", "-m", "submodule")
      try $0.moveBase()
    },
  ]

  // MARK: programs that other commands run

  static let programs = [
    HostileRepository("core.fsmonitor") {
      try $0.configure("[core]\nfsmonitor = PROGRAM\nuntrackedCache = true")
    },
    HostileRepository("hooks") { sandbox in
      for hook in [
        "post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc",
        "fsmonitor-watchman",
      ] {
        try FileManager.default.createDirectory(
          at: sandbox.repository.appending(path: ".git/hooks"), withIntermediateDirectories: true)
        try sandbox.link("repository/.git/hooks/\(hook)-evil", to: sandbox.program.path)
        try? sandbox.remove("repository/.git/hooks/\(hook)")
        try sandbox.link("repository/.git/hooks/\(hook)", to: sandbox.program.path)
      }
    },
    HostileRepository("core.hooksPath") {
      try $0.write("#!/bin/sh\n'\($0.program.path)'\n", "app/hooks/reference-transaction")
      try $0.configure("[core]\nhooksPath = app/hooks")
    },
    HostileRepository("aliases") {
      try $0.configure(
        "[alias]\n"
          + ["config", "rev-parse", "ls-tree", "cat-file", "log"].map { "\($0) = !PROGRAM\n" }
          .joined())
    },
    HostileRepository("filters") {
      try $0.configure(
        "[filter \"x\"]\nsmudge = PROGRAM\nclean = PROGRAM\nprocess = PROGRAM\nrequired = true")
      try $0.write("* filter=x\n", ".gitattributes")
      try $0.write("* filter=x\n", ".git/info/attributes")
    },
    HostileRepository("textconv and external diffs") {
      try $0.configure(
        "[diff \"x\"]\ntextconv = PROGRAM\ncommand = PROGRAM\ncachetextconv = true\n"
          + "[diff]\nexternal = PROGRAM\n[core]\nattributesFile = ROOT/repository/.gitattributes")
      try $0.write("* diff=x\n", ".gitattributes")
    },
    HostileRepository("pagers and editors") {
      try $0.configure(
        "[core]\npager = PROGRAM\neditor = PROGRAM\n[pager]\nls-tree = PROGRAM\n"
          + "cat-file = PROGRAM\nconfig = PROGRAM\nrev-parse = PROGRAM\n"
          + "[sequence]\neditor = PROGRAM\n[gpg]\nprogram = PROGRAM\n[trace2]\neventTarget = ROOT/ran"
      )
    },
  ]

  // MARK: replaced history

  static let history = [
    HostileRepository("a replaced commit") {
      try $0.commit("two")
      try $0.run("replace", "v1", "HEAD")
    },
    HostileRepository("a replaced blob") {
      try $0.commit("two")
      try $0.run("replace", "v1:app/linkpolicy.yaml", "HEAD:app/linkpolicy.yaml")
    },
    HostileRepository("grafts") {
      try $0.commit("two")
      try $0.write("\($0.output("rev-parse", "v1"))\n", ".git/info/grafts")
    },
    HostileRepository("alternates in the files") {
      try $0.write("../../app/objects\n", ".git/objects/info/alternates")
      try $0.addBareRepository(at: $0.repository.appending(path: "app"))
    },
    HostileRepository("a large pack") {
      try Data(count: 70 << 20).write(to: $0.repository.appending(path: "large.bin"))
      try $0.run("add", "large.bin")
      try $0.run("commit", "-q", "-m", "large")
      try $0.run("repack", "-a", "-d", "-q")
    },
    HostileRepository("files that are too large", .refused("bytes")) {
      for name in ["app/linkpolicy.yaml", "app/Policies/lumen.yaml"] {
        try Data(repeating: 0x23, count: 65 << 20).write(to: $0.repository.appending(path: name))
      }
      try $0.run("-c", "core.bigFileThreshold=1m", "add", "-A")
      try $0.commit("large")
      try $0.moveBase()
      try $0.change()
    },
  ]

  // MARK: unreadable repositories

  static let broken = [
    HostileRepository("a configuration that can't be parsed", .refused("git: fatal")) {
      try $0.configure("[core\nx")
    },
    HostileRepository("an unknown extension", .refused("git: fatal")) {
      try $0.configure("[core]\nrepositoryformatversion = 1\n[extensions]\nunheardOf = true")
    },
    HostileRepository("missing objects", .refused("git")) {
      try removeObjects($0)
    },
    HostileRepository("a tag that names no commit", .refused("v1")) {
      try $0.run("tag", "-f", "v1", "v1:app/linkpolicy.yaml")
    },
  ]
}
