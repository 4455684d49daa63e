// Frame of the login and registration pages: logo, title and one form.
import type { ReactNode } from "react";
import { LogoMark } from "#web/product/logo.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import styles from "#web/features/accounts/log-in.module.css";

interface LogInCardProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

export function LogInCard({ title, lead, children }: LogInCardProps) {
  return (
    <Stack component="section" gap="xl" className={styles["card"]}>
      <LogoMark size={48} />
      <Stack gap="2xs">
        <Title order={1}>{title}</Title>
        {lead && <Text c="dimmed">{lead}</Text>}
      </Stack>
      {children}
    </Stack>
  );
}

export function FormFields({ children }: { children: ReactNode }) {
  return <Stack gap="lg">{children}</Stack>;
}

/** Links and link-like buttons to the other ways of logging in. */
export function LogInLinks({ children }: { children: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm" className={styles["links"]}>
      {children}
    </Group>
  );
}
