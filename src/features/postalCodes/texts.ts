/** Every sentence about a postal code. */
export const texts = {
  findingCep: "Buscando o CEP…",
  cepNotFound: "CEP não encontrado. Confira os números.",
  cepUnavailable: "A busca de CEP não respondeu. Preencha o endereço à mão.",
  cepFound: "Endereço preenchido pelo CEP",
  cepWholeCity: "Este CEP vale para a cidade inteira. Digite rua e bairro.",
  cepDiffers: (address: string) => `Para este CEP o endereço é ${address}.`,
  useCepAddress: "Usar o endereço do CEP",
  keepTyped: "Manter o que digitei",
} as const;
