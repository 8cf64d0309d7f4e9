// Starts `linkpolicy lsp` for policies and association files.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = async function activate() {
  const command = vscode.workspace.getConfiguration('linkpolicy').get('path');
  client = new LanguageClient(
    'linkpolicy',
    'linkpolicy',
    { command, args: ['lsp'] },
    {
      documentSelector: [
        // Files only: other schemes are old revisions and diffs.
        { scheme: 'file', language: 'linkpolicy' },
        { scheme: 'file', pattern: '**/apple-app-site-association' },
        { scheme: 'file', pattern: '**/apple-app-site-association.json' },
        { scheme: 'file', pattern: '**/assetlinks.json' },
      ],
    });
  await client.start();
};

exports.deactivate = () => client?.stop();
