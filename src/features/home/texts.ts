export const texts = {
  title: "Sistema de Vendas",
  subtitle: "Lance pedidos ao vivo, acompanhe e confira tudo em um só lugar.",
  signIn: "Entrar",
  open: "Acessar",
  cards: [
    {
      path: "/pedidos-manual",
      title: "Pedidos Manual",
      description: "Lance produtos para o celular de cada cliente durante a live.",
    },
    { path: "/pedidos", title: "Pedidos", description: "Veja todos os pedidos, quem já pagou e quanto falta receber." },
  ],
} as const;
