;;; linkpolicy-mode.el --- Sign-in policies of linkpolicy  -*- lexical-binding: t; -*-

;;; Commentary:

;; A mode for policies, and the language server `linkpolicy lsp' for Eglot and lsp-mode.

;;; Code:

(defvar eglot-server-programs)
(declare-function lsp-register-client "ext:lsp-mode")
(declare-function make-lsp-client "ext:lsp-mode")
(declare-function lsp-stdio-connection "ext:lsp-mode")

(cond
 ((and (fboundp 'yaml-ts-mode) (fboundp 'treesit-ready-p) (treesit-ready-p 'yaml t))
  (define-derived-mode linkpolicy-mode yaml-ts-mode "Linkpolicy"
    "Major mode for sign-in link policies."))
 ((require 'yaml-mode nil t)
  (define-derived-mode linkpolicy-mode yaml-mode "Linkpolicy"
    "Major mode for sign-in link policies."))
 (t
  (define-derived-mode linkpolicy-mode conf-colon-mode "Linkpolicy"
    "Major mode for sign-in link policies.")))

(dolist (pattern '("/Policies/.*\\.ya?ml\\'" "\\.linkpolicy\\.ya?ml\\'" "/linkpolicy\\.ya?ml\\'"))
  (add-to-list 'auto-mode-alist (cons pattern 'linkpolicy-mode)))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(linkpolicy-mode . ("linkpolicy" "lsp"))))

(with-eval-after-load 'lsp-mode
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection '("linkpolicy" "lsp"))
                    :major-modes '(linkpolicy-mode)
                    :add-on? t
                    :server-id 'linkpolicy)))

(provide 'linkpolicy-mode)
;;; linkpolicy-mode.el ends here
