import Foundation

extension HostileRepository {
  /// Ordinary repositories, which must keep working.
  package static let benign = [
    HostileRepository("a usual repository") { _ in },
    HostileRepository("packed refs and objects") { try $0.run("gc", "-q") },
    HostileRepository("SHA-256", options: ["--object-format=sha256"]) { _ in },
    HostileRepository("reftables", options: ["--ref-format=reftable"]) { _ in },
    HostileRepository("a linked worktree") {
      try $0.run("worktree", "add", "-q", "../other", "v1")
      $0.directory = $0.root.appending(path: "other/app")
      try $0.change()
    },
    HostileRepository("a linked worktree in the repository") {
      try $0.run("worktree", "add", "-q", ".worktrees/other", "v1")
      $0.directory = $0.repository.appending(path: ".worktrees/other/app")
      try $0.change()
    },
    HostileRepository("a worktree of a bare repository") {
      try $0.run("clone", "-q", "--bare", ".", "../all/.bare")
      try $0.write("gitdir: ./.bare\n", $0.root.appending(path: "all/.git"))
      try $0.run(["worktree", "add", "-q", "main", "v1"], in: $0.root.appending(path: "all"))
      $0.directory = $0.root.appending(path: "all/main/app")
      try $0.change()
    },
    HostileRepository("a git directory elsewhere") {
      try $0.move("repository/.git", "separate")
      try $0.write("gitdir: \($0.root.path)/separate\n", ".git")
    },
    HostileRepository("a link .git to a directory elsewhere") {
      try $0.move("repository/.git", "separate")
      try $0.link("repository/.git", to: "../separate")
    },
    HostileRepository("a working directory behind a link") {
      try $0.link("short", to: "repository/app")
      $0.directory = $0.root.appending(path: "short")
    },
    HostileRepository("a submodule") {
      let project = $0.root.appending(path: "super")
      try $0.run("init", "-q", project.path)
      try $0.run(["submodule", "--quiet", "add", $0.repository.path, "part"], in: project)
      $0.directory = project.appending(path: "part/app")
      try $0.change()
    },
    HostileRepository("a shallow clone") {
      try $0.run("clone", "-q", "--depth=1", "-b", "v1", "file://\($0.repository.path)", "../other")
      $0.directory = $0.root.appending(path: "other/app")
      try $0.change()
    },
    HostileRepository("a clone with the objects of another") {
      try $0.run("clone", "-q", "--shared", ".", "../other")
      $0.directory = $0.root.appending(path: "other/app")
      try $0.change()
    },
    HostileRepository("Git LFS for the repository") {
      try $0.configure(
        "[filter \"lfs\"]\nclean = git-lfs clean -- %f\nsmudge = git-lfs smudge -- %f\n"
          + "process = git-lfs filter-process\nrequired = true\n[lfs]\nrepositoryformatversion = 0")
      try $0.write("*.png filter=lfs diff=lfs merge=lfs -text\n", ".gitattributes")
    },
    HostileRepository("credentials in an included file, as actions/checkout writes them") {
      try $0.write(
        "[http \"https://git.example/\"]\nextraheader = AUTHORIZATION: basic eA==\n",
        $0.root.appending(path: "credentials.config"))
      try $0.configure(
        "[includeIf \"gitdir:ROOT/repository/.git\"]\npath = ROOT/credentials.config")
    },
    HostileRepository("a sparse checkout, as actions/checkout makes it") {
      try $0.configure("[core]\nrepositoryformatversion = 1\n[extensions]\nworktreeConfig = true")
      try $0.write("[core]\nsparseCheckout = true\n", ".git/config.worktree")
    },
    HostileRepository("a remote that is no promisor any more") {
      try $0.configure("[remote \"origin\"]\nurl = ../x\npromisor = false")
    },
  ]
}
