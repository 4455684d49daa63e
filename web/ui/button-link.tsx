// A link styled as a button, so that it can be opened in a new tab.
import { Button } from "@mantine/core";
import type { ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";

export function ButtonLink({ to, children, ...rest }: ButtonProps & { to: string; children: ReactNode }) {
  return (
    <Button {...rest} component={Link} to={to}>
      {children}
    </Button>
  );
}
