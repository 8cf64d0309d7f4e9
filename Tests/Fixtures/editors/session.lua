-- A session of Neovim with the language server: waits for findings, applies fixes until none is left, renames an app,
-- formats and saves. What happened goes to `session.log`.
local log = io.open('session.log', 'w')
local function say(text) log:write(text .. '\n') log:flush() end

vim.cmd('edit Policies/lumen.yaml')
say('file type ' .. vim.bo.filetype)

local function findings() return #vim.diagnostic.get(0) end
vim.wait(20000, function() return findings() > 0 end, 20)
for _, finding in ipairs(vim.diagnostic.get(0)) do
  say('line ' .. (finding.lnum + 1) .. ': ' .. finding.message:gsub('\n.*', ''))
end

local document = function() return vim.lsp.util.make_text_document_params() end
local function ask(method, parameters)
  parameters.textDocument = document()
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, parameters, 20000) or {}) do
    return answer.result
  end
end

for _ = 1, 10 do
  local actions = ask('textDocument/codeAction', {
    range = { start = { line = 0, character = 0 }, ['end'] = { line = 999, character = 0 } },
    context = { diagnostics = {} },
  }) or {}
  local fix
  for _, action in ipairs(actions) do
    if action.kind == 'quickfix' and not action.title:match('^ignore') then fix = fix or action end
  end
  if not fix then break end
  say('fix: ' .. fix.title)
  vim.lsp.util.apply_workspace_edit(fix.edit, 'utf-16')
end

for index, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
  local column = line:find('lumen%-ios:')
  if column then
    local edit = ask('textDocument/rename', {
      position = { line = index - 1, character = column }, newName = 'iphone',
    })
    vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
    break
  end
end

local edits = ask('textDocument/formatting', { options = { tabSize = 2, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, 0, 'utf-16')
vim.cmd('write')
vim.wait(20000, function() return findings() == 0 end, 20)
say('left ' .. findings())
vim.cmd('qall!')
