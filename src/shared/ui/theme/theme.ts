import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { ButtonRoot } from './button-root.tsx';

const teal: MantineColorsTuple = [
  '#eef8f6',
  '#d7efea',
  '#b1ddd5',
  '#83c7bc',
  '#55b0a4',
  '#2f978a',
  '#1d8377',
  '#147368',
  '#0f665d',
  '#0b524b',
];
const gray: MantineColorsTuple = [
  '#f7f9fa',
  '#eff2f4',
  '#e4e9ed',
  '#d5dce2',
  '#c2cbd3',
  '#a3aeb9',
  '#6b7783',
  '#55616d',
  '#3a444e',
  '#1b232b',
];
const dark: MantineColorsTuple = [
  '#e4e9ee',
  '#c3cad1',
  '#9eabb6',
  '#8592a0',
  '#3d4751',
  '#2d353d',
  '#222930',
  '#171c21',
  '#11161a',
  '#0b0f12',
];
const red: MantineColorsTuple = [
  '#fdf0ee',
  '#fbdedb',
  '#f5bab4',
  '#ef9188',
  '#e66a60',
  '#d94a40',
  '#c73329',
  '#b3261e',
  '#9f1f18',
  '#7d1711',
];

const systemFont = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif';

/** One accent, cool greys, 14 px base, two weights (ui.md, Ground). */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  // The accent is dark on light and light on dark; what stands on it must turn with it.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const isPrimary = input.color === undefined || input.color === input.theme.primaryColor;
    return input.variant === 'filled' && isPrimary
      ? { ...colors, color: 'var(--mantine-primary-color-contrast)' }
      : colors;
  },
  colors: { teal, gray, dark, red },
  fontFamily: systemFont,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  headings: {
    fontFamily: systemFont,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '24px' },
      h2: { fontSize: '14px', lineHeight: '20px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '6px', xl: '10px' },
  defaultRadius: 'md',
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  shadows: {
    xs: 'none',
    sm: '0 1px 2px rgb(15 25 35 / 8%)',
    md: '0 4px 16px rgb(15 25 35 / 10%)',
    lg: '0 8px 28px rgb(15 25 35 / 14%)',
    xl: '0 8px 28px rgb(15 25 35 / 14%)',
  },
  components: {
    Button: { defaultProps: { size: 'sm', renderRoot: ButtonRoot } },
    InputWrapper: { styles: { label: { marginBottom: 4 }, error: { marginTop: 4 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    // A browser keeps what is typed into its own unsealed files (suggestions, restored tabs) unless told not to.
    TextInput: { defaultProps: { size: 'sm', autoComplete: 'off' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm', autoComplete: 'off' } },
    NumberInput: { defaultProps: { size: 'sm', autoComplete: 'off' } },
    Select: { defaultProps: { size: 'sm', autoComplete: 'off', checkIconPosition: 'right' } },
    MultiSelect: { defaultProps: { size: 'sm' } },
    TagsInput: { defaultProps: { autoComplete: 'off' } },
    Checkbox: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false, transitionProps: { duration: 100 } } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 } } },
    // A header element in a dialog counts as another banner of the page otherwise.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // A layer goes at once: while it fades it would swallow the next key.
    Modal: { defaultProps: { overlayProps: { backgroundOpacity: 0.35 } } },
    ModalRoot: { defaultProps: { transitionProps: { duration: 120, exitDuration: 0 } } },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.2 } } },
    DrawerRoot: { defaultProps: { transitionProps: { duration: 140, exitDuration: 0 } } },
  },
});

/** Mantine's own variables, moved onto our palette so that small grey text passes AA in both themes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b232b',
    '--mantine-color-dimmed': '#55616d',
    '--mantine-color-placeholder': '#66727e',
    '--mantine-color-default-border': '#d5dce2',
    '--mantine-color-default-hover': '#f3f6f7',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-gray-light-color': '#3a444e',
    '--mantine-color-red-light-color': '#9f1f18',
    '--mantine-color-teal-light-color': '#0b524b',
  },
  dark: {
    '--mantine-primary-color-contrast': '#0b0f12',
    '--mantine-color-body': '#171c21',
    '--mantine-color-text': '#e4e9ee',
    '--mantine-color-dimmed': '#9eabb6',
    '--mantine-color-placeholder': '#8d9aa6',
    '--mantine-color-default': '#1d2329',
    '--mantine-color-default-border': '#343d46',
    '--mantine-color-default-hover': '#262d34',
    '--mantine-color-error': '#ff9b90',
    '--mantine-color-gray-light-color': '#c3cad1',
    '--mantine-color-red-light-color': '#ffb3aa',
    '--mantine-color-teal-light-color': '#83c7bc',
  },
});
