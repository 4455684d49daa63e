// A version of a tariff in plain sentences, and the sentences in which two versions differ.
import { IconMinus, IconPlus } from "@tabler/icons-react";
import type { TariffChange, TariffSection } from "#domain/tariffs/describe-tariff.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";

export function TariffSentences({ sections }: { sections: readonly TariffSection[] }) {
  return (
    <Stack gap="sm">
      {sections.map(({ title, sentences }) => (
        <Stack key={title} gap="2xs">
          <Title order={3}>{title}</Title>
          {sentences.map((sentence) => (
            <Text key={sentence} isFigures>
              {sentence}
            </Text>
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

export function TariffChanges({ changes }: { changes: readonly TariffChange[] }) {
  if (changes.length === 0) return <Text c="dimmed">No difference.</Text>;
  return (
    <Stack gap="sm">
      {changes.map(({ title, removed, added }) => (
        <Stack key={title} gap="2xs">
          <Title order={3}>{title}</Title>
          {removed.map((sentence) => (
            <ChangedSentence key={sentence} isAdded={false} sentence={sentence} />
          ))}
          {added.map((sentence) => (
            <ChangedSentence key={sentence} isAdded sentence={sentence} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

function ChangedSentence({ isAdded, sentence }: { isAdded: boolean; sentence: string }) {
  const Sign = isAdded ? IconPlus : IconMinus;
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <Sign size={18} aria-hidden="true" style={{ flex: "none", marginTop: 3 }} />
      <Text isFigures c={isAdded ? "green" : "red"}>
        <strong>{isAdded ? "New: " : "No longer: "}</strong>
        {sentence}
      </Text>
    </Group>
  );
}
