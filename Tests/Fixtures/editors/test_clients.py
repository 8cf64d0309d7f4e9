"""Sessions of simulated editors. Their capabilities were recorded from real editors (pytest-lsp), and
pytest-lsp reports if the server uses an unsupported one.

TOOL is the program, FOLDER a workspace with one invalid policy.
"""

import os
import pathlib
import subprocess

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

TOOL = os.environ["TOOL"]
FOLDER = pathlib.Path(os.environ["FOLDER"])
FAULTY = FOLDER.joinpath("faulty.yaml").read_text()


def offset(text, position, encoding):
    """The index of a position in a document, computed independently of the server."""
    lines = text.split("\n")
    before = sum(len(line) + 1 for line in lines[: position.line])
    line = lines[position.line] if position.line < len(lines) else ""
    codec = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    units = line.encode(codec)[: position.character * width]
    return min(before + len(units.decode(codec)), len(text))


def applied(text, edits, encoding):
    places = [
        (offset(text, edit.range.start, encoding), offset(text, edit.range.end, encoding), edit.new_text)
        for edit in edits
    ]
    for start, end, new in sorted(places, reverse=True):
        text = text[:start] + new + text[end:]
    return text


@pytest_lsp.fixture(
    params=["visual_studio_code@v1.65", "neovim@v0.7", "neovim@v0.11", "emacs@v29"],
    config=ClientServerConfig(server_command=[TOOL, "lsp"]),
)
async def client(request, lsp_client: LanguageClient):
    FOLDER.joinpath("Policies/lumen.yaml").write_text(FAULTY)
    # Editors with these profiles do this, but the test client does not.
    for method in (
        "workspace/codeLens/refresh",
        "workspace/inlayHint/refresh",
        "client/registerCapability",
    ):
        lsp_client.feature(method)(lambda *_: None)
    folder = types.WorkspaceFolder(uri=FOLDER.as_uri(), name="w")
    result = await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            root_uri=folder.uri,
            workspace_folders=[folder],
        )
    )
    lsp_client.encoding = result.capabilities.position_encoding or "utf-16"
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_session(client: LanguageClient):
    path = FOLDER / "Policies/lumen.yaml"
    uri = path.as_uri()
    document = types.TextDocumentIdentifier(uri=uri)
    state = {"text": FAULTY, "version": 1}
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            types.TextDocumentItem(uri=uri, language_id="yaml", version=1, text=FAULTY)
        )
    )
    await client.wait_for_notification("textDocument/publishDiagnostics")
    codes = {finding.code for finding in client.diagnostics[uri]}
    assert {"unknown-key", "unknown-value"} <= codes, codes

    async def change(edit):
        if edit.document_changes:
            edits = [e for c in edit.document_changes if c.text_document.uri == uri for e in c.edits]
        else:
            edits = edit.changes[uri]
        await replace(applied(state["text"], edits, client.encoding))

    async def replace(text):
        state["text"] = text
        state["version"] += 1
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=state["version"]),
                content_changes=[types.TextDocumentContentChangeWholeDocument(text=text)],
            )
        )
        # Every edit is followed by findings, even if there are none before and after it.
        await client.wait_for_notification("textDocument/publishDiagnostics")

    whole = types.Range(types.Position(0, 0), types.Position(99, 0))
    for _ in range(10):
        actions = await client.text_document_code_action_async(
            types.CodeActionParams(document, whole, types.CodeActionContext(diagnostics=[]))
        )
        fixes = [
            action
            for action in actions or []
            # lsprotocol parses actions with a command as commands.
            if isinstance(action, types.CodeAction)
            and action.kind == "quickfix"
            and action.edit
            and not action.title.startswith(("ignore", "turn"))
        ]
        if not fixes:
            break
        await change(fixes[0].edit)
    assert not client.diagnostics[uri], client.diagnostics[uri]

    line = state["text"].split("\n").index(
        next(line for line in state["text"].split("\n") if "lumen-ios:" in line)
    )
    place = types.Position(line, 4)
    edit = await client.text_document_rename_async(
        types.RenameParams(new_name="iphone", text_document=document, position=place)
    )
    await change(edit)
    assert "lumen-ios" not in state["text"]
    hover = await client.text_document_hover_async(types.HoverParams(document, place))
    assert "R7KM2QX94T.com.lumen.home" in hover.contents.value
    proposals = await client.text_document_completion_async(types.CompletionParams(document, place))
    assert proposals is not None
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert symbols
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(document, types.FormattingOptions(tab_size=2, insert_spaces=True))
    )
    await replace(applied(state["text"], edits or [], client.encoding))
    path.write_text(state["text"])
    client.text_document_did_save(types.DidSaveTextDocumentParams(document))
    check = subprocess.run([TOOL, "validate"], cwd=FOLDER, capture_output=True, text=True)
    assert check.returncode == 0, check.stdout


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[TOOL, "lsp"]))
async def asking(lsp_client: LanguageClient):
    """A client that requests findings instead of having them published. The test doesn't change the file."""
    capabilities = types.ClientCapabilities(
        text_document=types.TextDocumentClientCapabilities(diagnostic=types.DiagnosticClientCapabilities()),
        workspace=types.WorkspaceClientCapabilities(
            diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
        ),
    )
    result = await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities,
            root_uri=FOLDER.as_uri(),
            initialization_options={"diagnostics.pull": True},
        )
    )
    assert result.capabilities.diagnostic_provider.workspace_diagnostics
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_asking(asking: LanguageClient):
    uri = (FOLDER / "Policies/lumen.yaml").as_uri()
    document = types.TextDocumentIdentifier(uri=uri)
    asking.text_document_did_open(
        types.DidOpenTextDocumentParams(
            types.TextDocumentItem(uri=uri, language_id="yaml", version=1, text=FAULTY)
        )
    )
    first = await asking.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))
    assert {"unknown-key", "unknown-value"} <= {finding.code for finding in first.items}
    again = await asking.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(document, previous_result_id=first.result_id)
    )
    assert again.kind == types.DocumentDiagnosticReportKind.Unchanged
    known = [types.PreviousResultId(uri=uri, value=first.result_id)]
    everything = await asking.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(known))
    assert [(item.uri, item.kind) for item in everything.items] == [(uri, again.kind)]
    assert not asking.diagnostics
