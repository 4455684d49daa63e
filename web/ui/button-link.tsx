// A link styled as a button, so that it can be opened in a new tab.
import { Button } from "@mantine/core";
import type { ButtonProps } from "@mantine/core";
import type { ReactNode, Ref } from "react";
import { Link } from "react-router";

interface ButtonLinkProps extends ButtonProps {
  ref?: Ref<HTMLAnchorElement>;
  to: string;
  children: ReactNode;
}

export function ButtonLink({ to, children, ...rest }: ButtonLinkProps) {
  return (
    <Button {...rest} component={Link} to={to}>
      {children}
    </Button>
  );
}
