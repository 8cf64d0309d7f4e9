;;; session.el --- A session of Eglot with the language server  -*- lexical-binding: t; -*-

;; Waits for findings, applies fixes until none is left, renames an app, formats and saves. What happened goes to
;; `session.log'.

(require 'eglot)
(require 'flymake)
(setq eglot-sync-connect t
      eglot-autoshutdown nil
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil
      create-lockfiles nil)

(defvar session-log (expand-file-name "session.log"))
(defun say (format &rest arguments)
  "Write a line of FORMAT and ARGUMENTS to the log."
  (append-to-file (concat (apply #'format format arguments) "\n") nil session-log))

(defvar root default-directory)
(defun session-project (_) "The workspace." (cons 'transient root))
(add-hook 'project-find-functions #'session-project)

(find-file "Policies/lumen.yaml")
(say "mode %s" major-mode)
(call-interactively #'eglot)
(defun wait-until (condition)
  "Let the server answer until CONDITION holds, a minute at most."
  (let ((end (+ (float-time) 60)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.05))))

;; Whether the server took its findings back. Flymake is no witness: it keeps the mark of a finding whose text a fix
;; took away. jsonrpc of this Emacs hands over what came behind an answer only with the next message, so the server
;; must answer the save too.
(defvar saved nil "The text was saved.")
(defvar clean nil "The server said after that that nothing is left.")
(cl-defmethod eglot-handle-notification :before
  (_server (_method (eql textDocument/publishDiagnostics)) &key diagnostics &allow-other-keys)
  (setq clean (and saved (= (length diagnostics) 0))))

(flymake-start)
(defun findings () "How many there are." (length (flymake-diagnostics)))
(wait-until (lambda () (> (findings) 0)))
(dolist (finding (sort (flymake-diagnostics)
                       (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b)))))
  (say "line %d: %s" (line-number-at-pos (flymake-diagnostic-beg finding))
       (car (split-string (flymake-diagnostic-text finding) "\n"))))

(let ((more t) (count 0))
  (while (and more (< count 10))
    (setq more nil count (1+ count))
    (let ((actions (eglot-code-actions (point-min) (point-max) "quickfix")))
      (catch 'done
        (seq-doseq (action actions)
          (let ((title (plist-get action :title)) (edit (plist-get action :edit)))
            (unless (or (null edit) (string-match-p "\\`\\(ignore\\|turn\\)" title))
              (say "fix: %s" title)
              (eglot--apply-workspace-edit edit)
              (setq more t)
              (throw 'done nil))))))))

(goto-char (point-min))
(search-forward "lumen-ios:")
(backward-char 4)
(eglot-rename "iphone")
(eglot-format-buffer)
(setq saved t)
(save-buffer)
(wait-until (lambda () clean))
(say (if clean "nothing left" "something left"))
(eglot-shutdown (eglot-current-server))
;;; session.el ends here
