-- linkpolicy for Neovim 0.7 to 0.10.
local group = vim.api.nvim_create_augroup('linkpolicy', {})

vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  group = group,
  pattern = { '*/Policies/*.yaml', '*/Policies/*.yml', '*.linkpolicy.yaml', 'linkpolicy.yaml' },
  callback = function() vim.bo.filetype = 'yaml.linkpolicy' end,
})

-- The directory with `linkpolicy.yaml` or `Policies/` above a file.
local function root_of(name)
  local directory = vim.fn.fnamemodify(name, ':p:h')
  while directory ~= '/' and directory ~= '' do
    if vim.fn.filereadable(directory .. '/linkpolicy.yaml') == 1
      or vim.fn.isdirectory(directory .. '/Policies') == 1 then
      return directory
    end
    directory = vim.fn.fnamemodify(directory, ':h')
  end
end

-- One server for each root.
local clients = {}

vim.api.nvim_create_autocmd('FileType', {
  group = group,
  pattern = { 'yaml.linkpolicy', 'json' },
  callback = function(event)
    local root = root_of(vim.api.nvim_buf_get_name(event.buf))
    if not root then return end
    if not clients[root] then
      clients[root] = vim.lsp.start_client({
        name = 'linkpolicy',
        cmd = { 'linkpolicy', 'lsp' },
        root_dir = root,
        workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
        on_exit = function() clients[root] = nil end,
      })
    end
    vim.lsp.buf_attach_client(event.buf, clients[root])
  end,
})
