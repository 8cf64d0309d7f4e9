-- A session of Neovim with the language server: waits for findings, applies fixes until none is left, asks what a
-- user would, renames an app, formats and saves. What happened goes to `session.log`.
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
  parameters.textDocument = parameters.textDocument or document()
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, parameters, 20000) or {}) do
    return answer.result
  end
end

-- Where a text stands first.
local function place(text)
  for index, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then return { line = index - 1, character = column } end
  end
end

for _ = 1, 10 do
  local actions = ask('textDocument/codeAction', {
    range = { start = { line = 0, character = 0 }, ['end'] = { line = 999, character = 0 } },
    context = { diagnostics = {} },
  }) or {}
  local fix
  for _, action in ipairs(actions) do
    local isFix = action.kind == 'quickfix' and action.edit
    if isFix and not action.title:match('^ignore') and not action.title:match('^turn') then
      fix = fix or action
    end
  end
  if not fix then break end
  say('fix: ' .. fix.title)
  vim.lsp.util.apply_workspace_edit(fix.edit, 'utf-16')
end

local hover = ask('textDocument/hover', { position = place('https://lumen') })
say('hover: ' .. hover.contents.value:gsub('\n.*', ''):gsub(' · %[.*', ''))
local found = {}
-- A new client needs its keys.
vim.api.nvim_buf_set_lines(0, 10, 10, false, { '  other:', '    ' })
local proposals = ask('textDocument/completion', { position = { line = 11, character = 4 } })
for _, item in ipairs(proposals.items) do
  if item.label == 'provider' or item.label == 'type' then table.insert(found, item.label) end
end
vim.api.nvim_buf_set_lines(0, 10, 12, false, {})
say('proposed: ' .. table.concat(found, ', '))
local titles = {}
for _, lens in ipairs(ask('textDocument/codeLens', {})) do table.insert(titles, lens.command.title) end
say('lenses: ' .. table.concat(titles, ', '))
local names = {}
for _, symbol in ipairs(ask('workspace/symbol', { query = 'web-prod' })) do
  table.insert(names, symbol.name)
end
say('symbols: ' .. table.concat(names, ', '))
local explained = ask('workspace/executeCommand', {
  command = 'linkpolicy.explain', arguments = { 'uri-fragment' },
})
say('explained: ' .. explained.rules[1].id)

local edit = ask('textDocument/rename', { position = place('lumen-ios:'), newName = 'iphone' })
vim.lsp.util.apply_workspace_edit(edit, 'utf-16')

vim.wait(10000, function() return findings() == 0 end, 20)
-- Another file appears on the disk: this client watches none, so the server does.
local other = io.open('Policies/other.yaml', 'w')
other:write('linkpolicy: 1\nname: lumen\n')
other:close()
vim.wait(10000, function() return findings() > 0 end, 20)
say('changed on disk: ' .. findings())
os.remove('Policies/other.yaml')
vim.wait(10000, function() return findings() == 0 end, 20)

local edits = ask('textDocument/formatting', { options = { tabSize = 2, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, 0, 'utf-16')
vim.cmd('write')
vim.wait(20000, function() return findings() == 0 end, 20)
say('left ' .. findings())
vim.cmd('qall!')
