import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler, useLocation, type To } from 'react-router';

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: To };

/** A link to a screen. The router's own brings a tenth of the router along, for data and prefetching that no screen uses. */
export function Link({ to, onClick, target, children, ...rest }: Props) {
  const go = useLinkClickHandler<HTMLAnchorElement>(to, target === undefined ? {} : { target });
  return (
    <a
      {...rest}
      {...(target === undefined ? {} : { target })}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) go(event);
      }}
    >
      {children}
    </a>
  );
}

/** The same, which tells whether it leads to where the person is, or to what stands around that. */
export function NavLink(props: Omit<Props, 'to'> & { to: string }) {
  const { pathname } = useLocation();
  const isHere = `${pathname}/`.startsWith(`${props.to}/`);
  return <Link {...props} {...(isHere ? { 'aria-current': 'page' as const } : {})} />;
}
