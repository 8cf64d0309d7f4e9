-- linkpolicy for Neovim 0.11 and later.
vim.filetype.add({
  pattern = {
    ['.*/Policies/.*%.ya?ml'] = 'yaml.linkpolicy',
    ['.*%.linkpolicy%.ya?ml'] = 'yaml.linkpolicy',
    ['.*/linkpolicy%.ya?ml'] = 'yaml.linkpolicy',
    ['.*/apple%-app%-site%-association'] = 'json',
  },
})

vim.lsp.config('linkpolicy', {
  cmd = { 'linkpolicy', 'lsp' },
  filetypes = { 'yaml.linkpolicy', 'json' },
  root_markers = { 'linkpolicy.yaml', 'Policies' },
  workspace_required = true,
})

vim.lsp.enable('linkpolicy')
