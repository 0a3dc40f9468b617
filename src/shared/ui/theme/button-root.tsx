import type { ComponentProps } from 'react';
import { Link } from '../../routing/link.tsx';

type Props = ComponentProps<'button'> & { 'data-loading'?: boolean; to?: string; href?: string };

const stop = (event: { preventDefault: () => void }) => event.preventDefault();

/** The element of a button: one that works keeps the focus, which a disabled one would lose, and does nothing more. */
export function ButtonRoot({ disabled, children, ...props }: Props) {
  if (props.to !== undefined) return <Link {...(props as ComponentProps<typeof Link>)}>{children}</Link>;
  if (props.href !== undefined) return <a {...(props as ComponentProps<'a'>)}>{children}</a>;
  const busy = props['data-loading'] ? { onClick: stop, 'aria-disabled': true, 'aria-busy': true } : { disabled };
  return (
    <button {...props} {...busy}>
      {children}
    </button>
  );
}
