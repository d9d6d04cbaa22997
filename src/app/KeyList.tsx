import { Button, Dialog, Flex, Heading, Switch, Text } from "@radix-ui/themes";
import { useAuth } from "../lib/auth";
import { commandKey, useSingleKeys } from "../lib/keys";
import { screensFor } from "../lib/screens";
import { Kbd } from "../ui/Kbd";
import { useReturnFocus } from "../ui/useReturnFocus";
import { texts } from "./texts";

interface Props {
  readonly onClose: () => void;
}

type Row = readonly [keys: string, what: string];

const LAUNCHING: readonly Row[] = [
  ["Enter", "Próximo campo; no último, lançar"],
  ["Alt P", "Fixar produto"],
  ["Alt C", "Fixar cliente"],
  ["↑ ↓", "Mudar a quantidade"],
  ["Esc Esc", "Limpar a linha"],
  ["11… C151 x2", "Tudo em uma linha, no celular ou no código"],
];

/** @param command what `Ctrl` is on this keyboard */
const listKeys = (command: string): readonly Row[] => [
  ["↑ ↓", "Mudar de linha"],
  ["Enter", "Abrir"],
  ["Espaço", "Selecionar a linha"],
  ["X", "Selecionar a linha, de qualquer coluna"],
  ["Shift ↑ ↓", "Estender a seleção"],
  [`${command} A`, "Selecionar a página"],
  ["Esc", "Fechar o que está por cima; sem nada aberto, limpar a seleção"],
];

/** Every key there is, and the switch for those that are single letters (UX conventions K2, K3). */
export function KeyList({ onClose }: Props) {
  const { profile } = useAuth();
  const { areOn, switchTo } = useSingleKeys();
  const onCloseAutoFocus = useReturnFocus();
  const command = commandKey();
  const anywhere: readonly Row[] = [
    [`${command} K`, "Buscar telas, pedidos e produtos"],
    ["F2", texts.toLaunchLine],
    [`${command} Z`, "Desfazer a última ação, enquanto é oferecido"],
    ["/", "Buscar na lista"],
    ["?", texts.showKeys],
    ...screensFor(profile).flatMap(({ key, label }): Row[] => (key === undefined ? [] : [[`G ${key}`, label]])),
  ];
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content maxWidth="560px" aria-describedby={undefined} onCloseAutoFocus={onCloseAutoFocus}>
        <Dialog.Title size="4">{texts.keys}</Dialog.Title>
        <Text as="label" size="2">
          <Flex gap="3" align="center">
            <Switch checked={areOn} onCheckedChange={switchTo} />
            <span>
              {texts.singleKeys}
              <span className="block text-[13px] text-(--gray-11)">{texts.singleKeysHint}</span>
            </span>
          </Flex>
        </Text>
        <Keys title={texts.keysAnywhere} rows={anywhere} />
        <Keys title={texts.keysLaunching} rows={LAUNCHING} />
        <Keys title={texts.keysLists} rows={listKeys(command)} />
        <Flex justify="end" mt="4">
          <Dialog.Close>
            <Button variant="soft" color="gray" highContrast>
              {texts.close}
            </Button>
          </Dialog.Close>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}

function Keys({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  return (
    <section className="mt-4">
      <Heading as="h2" size="2" mb="1">
        {title}
      </Heading>
      <dl>
        {rows.map(([keys, what]) => (
          <div key={keys + what} className="flex items-baseline justify-between gap-4 py-1 text-[14px]">
            <dt className="order-last">
              <Kbd keys={keys} />
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
