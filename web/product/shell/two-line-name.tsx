// A name with a smaller line below it, as in the header; each stays on one line, so that the header does not grow.
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import styles from "#web/product/shell/two-line-name.module.css";

interface TwoLineNameProps {
  name: string | undefined;
  detail: string | null | undefined;
}

export function TwoLineName({ name, detail }: TwoLineNameProps) {
  return (
    <Stack component="span" gap="0" className={styles["names"]}>
      <Text component="strong" size="md" isNowrap>
        {name}
      </Text>
      {detail && (
        <Text component="span" size="xs" c="dimmed" isNowrap>
          {detail}
        </Text>
      )}
    </Stack>
  );
}
