import { Icon, type IconProps } from '../ui/icons.tsx'

export const MoreIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="2.6" />
  </Icon>
)
export const GripIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" strokeWidth="2.4" />
  </Icon>
)
export const HomeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 11l8-7 8 7v8.5h-5.5v-5h-5v5H4z" />
  </Icon>
)
export const ShelvesIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z" />
  </Icon>
)
export const ChartIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 20h16M7 16.5v-5M12 16.5v-9M17 16.5v-12" />
  </Icon>
)
export const ListIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.01M4 12h.01M4 17.5h.01" />
  </Icon>
)
export const PageIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 3.5h8.5L18.5 8v12.5H6zM14 3.5V8.5h4.5M9 12.5h6.5M9 16h6.5" />
  </Icon>
)
export const UploadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 15.5V4.5M7.5 9L12 4.5 16.5 9M4.5 15v4.5h15V15" />
  </Icon>
)
export const DownloadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4.5v11M7.5 11l4.5 4.5 4.5-4.5M4.5 15v4.5h15V15" />
  </Icon>
)
export const LogoutIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M14 4.5H5v15h9M10 12h10M16.5 8l4 4-4 4" />
  </Icon>
)
export const LinkIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 14a4 4 0 0 1 0-5.6l3-3a4 4 0 0 1 5.6 5.6l-1.5 1.5M14 10a4 4 0 0 1 0 5.6l-3 3A4 4 0 0 1 5.4 13l1.5-1.5" />
  </Icon>
)
export const NumberedIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 6.5h10M10 12h10M10 17.5h10M4 5l1.5-1v5M4 14.5h2.5L4 18.5h2.5" />
  </Icon>
)
export const QuoteIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9.5 7C6.5 8 5 10 5 13v4h5v-5H7.5M18.5 7c-3 1-4.5 3-4.5 6v4h5v-5h-2.5" />
  </Icon>
)
export const EmailIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 5.5h16v13H4zM4.5 6.5L12 13l7.5-6.5" />
  </Icon>
)
export const UndoIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8.5 5.5L4.5 9.5l4 4M4.5 9.5H14a5 5 0 0 1 0 10H9" />
  </Icon>
)
export const PlugIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8.5 3.5V8M15.5 3.5V8M6 8h12v3.5a6 6 0 0 1-12 0zM12 17.5v3" />
  </Icon>
)
