import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect } from 'react'
import { DescriptionToolbar } from './description-toolbar.tsx'
import './description-editor.css'

/** Just what the server keeps (server/catalog/html.ts). */
const EXTENSIONS = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'], HTMLAttributes: { target: null } },
  }),
]

/** Writes HTML without showing any. It speaks only when somebody types: what was there stays as it was. */
export function DescriptionEditor({
  value,
  onChange,
  onBlur,
  focusRef,
  labelId,
  errorId,
}: {
  value: string
  onChange(html: string): void
  onBlur(): void
  /** Gets something to focus when the description is wrong. */
  focusRef(element: { focus(): void }): void
  labelId: string
  errorId?: string
}) {
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    injectCSS: false,
    immediatelyRender: true,
    onCreate: ({ editor }) => focusRef({ focus: () => editor.commands.focus() }),
    onUpdate: ({ editor }) => onChange(editor.isEmpty ? '' : editor.getHTML()),
    onBlur,
  })
  useEffect(() => {
    editor.setOptions({
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': labelId,
          class: 'rich-text min-h-48 rounded-b-field p-3 outline-none',
          ...(errorId && { 'aria-describedby': errorId, 'aria-invalid': 'true' }),
        },
      },
    })
  }, [editor, labelId, errorId])
  return (
    <div
      className={`description-editor rounded-field border bg-surface ${errorId ? 'border-sale' : 'border-control'}`}
    >
      <DescriptionToolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}
