import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { LinkIcon, ListIcon, NumberedIcon, QuoteIcon, UndoIcon } from '../../admin/icons.tsx'
import { LinkDialog } from './link-dialog.tsx'
import './description-editor.css'

/** Exactly what the server accepts (server/catalog/html.ts). */
const EXTENSIONS = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'], HTMLAttributes: { target: null } },
  }),
]

/** A rich text editor for HTML. Calls `onChange` only when the user types, so HTML that isn't edited stays unchanged. */
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
  /** Receives an element to focus if the text is invalid. */
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

type Tool = { label: string; face: ReactNode; isOn(editor: Editor): boolean; use(editor: Editor): unknown }

const TOOLS: Tool[] = [
  {
    label: 'Bold',
    face: <b>B</b>,
    isOn: (editor) => editor.isActive('bold'),
    use: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    face: <i>I</i>,
    isOn: (editor) => editor.isActive('italic'),
    use: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Underline',
    face: <u>U</u>,
    isOn: (editor) => editor.isActive('underline'),
    use: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    label: 'H2 heading',
    face: 'H2',
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    use: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'H3 heading',
    face: 'H3',
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    use: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: 'Bulleted list',
    face: <ListIcon className="size-4" />,
    isOn: (editor) => editor.isActive('bulletList'),
    use: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    face: <NumberedIcon className="size-4" />,
    isOn: (editor) => editor.isActive('orderedList'),
    use: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Quote',
    face: <QuoteIcon className="size-4" />,
    isOn: (editor) => editor.isActive('blockquote'),
    use: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
]

/** Buttons for the allowed formatting. */
function DescriptionToolbar({ editor }: { editor: Editor }) {
  const [isLinking, setLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      on: TOOLS.map((tool) => tool.isOn(editor)),
      isLink: editor.isActive('link'),
      mayUndo: editor.can().undo(),
      mayRedo: editor.can().redo(),
    }),
  })
  return (
    <div role="toolbar" aria-label={t('Formatting')} className="flex flex-wrap border-hairline border-b p-1">
      {TOOLS.map(({ label, face, use }, index) => (
        <ToolButton key={label} label={label} isOn={state.on[index]} onUse={() => use(editor)}>
          {face}
        </ToolButton>
      ))}
      <ToolButton label={t('Link')} isOn={state.isLink} onUse={() => setLinking(true)}>
        <LinkIcon className="size-4" />
      </ToolButton>
      <ToolButton
        label={t('Undo')}
        isDisabled={!state.mayUndo}
        onUse={() => editor.chain().focus().undo().run()}
      >
        <UndoIcon className="size-4" />
      </ToolButton>
      <ToolButton
        label={t('Redo')}
        isDisabled={!state.mayRedo}
        onUse={() => editor.chain().focus().redo().run()}
      >
        <UndoIcon className="size-4 -scale-x-100" />
      </ToolButton>
      <LinkDialog editor={editor} isOpen={isLinking} onClose={() => setLinking(false)} />
    </div>
  )
}

function ToolButton({
  label,
  isOn,
  isDisabled,
  onUse,
  children,
}: {
  label: string
  isOn?: boolean
  isDisabled?: boolean
  onUse(): unknown
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={isDisabled}
      className="inline-flex size-9 items-center justify-center rounded-field hover:bg-hairline disabled:opacity-40 aria-pressed:bg-ink aria-pressed:text-paper"
      // Keeps the focus in the editor, so the next key press goes to the text instead of the button.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void onUse()}
    >
      {children}
    </button>
  )
}
