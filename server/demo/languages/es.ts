import type { LanguageTexts } from '../language-texts.ts';

export const spanish: LanguageTexts = {
  locale: 'es-ES',
  direction: 'ltr',
  labels: {
    home: 'Portada',
    latest: 'Últimas noticias',
    related: 'Noticias relacionadas',
    about: 'Quiénes somos',
    feed: 'Canal de noticias',
    published: 'Publicado',
    desk: 'Redacción',
    demoNotice:
      'Esta es una noticia inventada de la redacción de demostración de Tidings. Las personas, los lugares, las empresas y los hechos no existen.',
    wire: 'Agencia Meridiano',
    wireCredit: ' ({wire})',
    dateline: '{city} ({wire}). ',
    sections: { economy: 'Economía', city: 'Ciudad', science: 'Ciencia', culture: 'Cultura', sport: 'Deportes' },
  },
  names: {
    shared: {
      cities: ['Velmaro', 'Korindo', 'Sennavi', 'Tallome', 'Brelomi', 'Pellaru', 'Dunkeri', 'Zameku'],
      women: ['Lira Temano', 'Mirela Koste', 'Sana Belloru', 'Tiena Varo', 'Joska Lindeno', 'Noemi Draskove'],
      men: ['Davor Simelo', 'Ruben Okasi', 'Teodor Malve', 'Kasper Nuvolo', 'Emil Tarrande', 'Pavel Oriso'],
      companies: ['Solvanto', 'Keplano', 'Nexoru', 'Marivo', 'Tundero', 'Belkasu'],
      films: ['El farol de sal', 'Nueve barcazas al norte', 'El invierno de las golondrinas'],
    },
    local: {
      cities: ['Puerto Alboral', 'Valdenube', 'Sierraclara', 'Marjalinda', 'Torrebruma'],
      women: ['Nuria Valdesol', 'Elvira Montaraz', 'Casilda Brumales'],
      men: ['Anselmo Riofrondo', 'Bruno Castelmar', 'Fermín Aldaverde'],
      companies: ['Grupo Bruma', 'Industrias Alboral', 'Claramar', 'Nubeo'],
      films: ['La barca de Inés', 'Calle del Horno, 9', 'Donde acaba la marisma'],
    },
  },
  money: (millions, pool) => `${millions} millones de ${pool === 'shared' ? 'coronas' : 'euros'}`,
  closings: [
    'Ampliaremos la información en la edición de la tarde.',
    'Se esperan más datos en los próximos días.',
    'Las fotografías y el contexto, en la edición del fin de semana.',
    'Nuestros reporteros siguen en el lugar de los hechos.',
    'La redacción atiende preguntas de los lectores hasta el viernes.',
  ],
  stories: {
    harbour: {
      headlines: [
        '{city} aprueba ampliar el puerto por {money}',
        'La ampliación del puerto de {city} creará {hundreds} empleos',
        '{company} se adjudica las obras del puerto de {city}',
      ],
      leads: [
        'El Ayuntamiento de {city} ha aprobado la ampliación del puerto, debatida durante años. Las obras costarán {money} y terminarán en {year}.',
        'Tras dos años de audiencias, {city} tendrá un puerto más grande. Las autoridades dieron luz verde el jueves a un proyecto de {money}.',
      ],
      body: [
        'El plan incluye un muelle de aguas profundas y {tens} hectáreas de almacenamiento. Con ello, el puerto podrá mover {thousands} contenedores más al mes.',
        '«Los barcos son cada vez más largos y nuestros muelles, no», afirmó {woman}, directora de la autoridad portuaria. El tráfico de mercancías creció un {percent} % en el último año.',
        'La constructora {company} se encargará del dragado y de los muros del muelle. Según la empresa, se crearán {hundreds} puestos de trabajo fijos.',
        'Los pescadores temen que el dragado dañe las zonas de desove de la bahía. La autoridad ha prometido parar en primavera y publicar cada semana los análisis del agua.',
        'Una nueva vía de mercancías debe retirar camiones de la carretera de la costa, donde las colas son ya una escena diaria.',
      ],
    },
    cars: {
      headlines: [
        'Las ayudas al coche eléctrico se amplían hasta {year}',
        'El Gobierno destina {money} al coche eléctrico',
        '{company} celebra las nuevas ayudas al vehículo eléctrico',
      ],
      leads: [
        'Quienes compren un vehículo eléctrico seguirán recibiendo una ayuda hasta {year}. El Gobierno ha reservado {money} para el programa.',
        'Las ayudas al vehículo eléctrico continúan: el Consejo de Ministros acordó un paquete de {money} que también financia puntos de recarga.',
      ],
      body: [
        'Las ventas de vehículos eléctricos crecieron un {percent} % en el último trimestre. Los concesionarios destacan la demanda de coches familiares pequeños.',
        'La ministra de Transportes, {woman}, explicó que desde la primavera se han recibido {thousands} solicitudes. «La gente está dispuesta a cambiar si el precio acompaña», dijo.',
        'Se construirán otras {hundreds} estaciones de recarga, la mayoría junto a carreteras nacionales y en los pueblos próximos a {city}.',
        'El fabricante {company} anunció que bajará el precio de su modelo más barato, que produce en su planta de {city}.',
        'Las asociaciones de consumidores advierten de que la ayuda no debe acabar encareciendo los coches y piden revisarla cada seis meses.',
      ],
    },
    chips: {
      headlines: [
        'La exportación de chips sube un {percent} %',
        '{company} construirá una fábrica de chips en {city}',
        'La exportación de semiconductores alcanza {money}',
      ],
      leads: [
        'La exportación de semiconductores creció un {percent} % el mes pasado y alcanzó {money}, según los datos de aduanas.',
        'La demanda de memorias y sensores ha llevado la exportación de semiconductores a {money}, un {percent} % más que hace un año.',
      ],
      body: [
        'El fabricante {company} confirmó que levantará otra planta en {city}. Empezará a producir en {year} y dará trabajo a {hundreds} personas.',
        'Los chips suponen ya el {tens} % de las exportaciones de la industria electrónica. Los pedidos de los centros de datos crecen más que los de teléfonos.',
        '«Tenemos pedidos hasta bien entrado el próximo año», señaló {woman}, presidenta de la patronal. Lo que falta, añadió, no son máquinas, sino técnicos.',
        'El analista {man} pide prudencia: las nuevas licencias de exportación podrían retrasar las entregas y algunos clientes guardan más existencias de lo que parece.',
        'Las universidades de la región preparan nuevos estudios de diseño de chips con el apoyo de un fondo del sector.',
      ],
    },
    football: {
      headlines: [
        'El {city} gana {goals}-{goalsAgainst} al {city2} y jugará la final de copa',
        '{man} mete al {city} en la final de la copa',
        'El {city} elimina al {city2} y llega a la final',
      ],
      leads: [
        'El {city} está en la final de la copa de fútbol. Ante {thousands} espectadores venció el miércoles al {city2} por {goals}-{goalsAgainst}.',
        'Un gol en el minuto {tens} abrió el camino: el {city} derrotó al {city2} por {goals}-{goalsAgainst} en la semifinal de la copa de fútbol.',
      ],
      body: [
        'El delantero {man} marcó en el minuto {tens} al rematar un centro raso desde la izquierda. Es su quinto tanto en esta edición.',
        'El {city2} tuvo más el balón tras el descanso, pero no encontró huecos en una defensa paciente. Dos saques de esquina al final no dieron resultado.',
        '«Hemos corrido unos por otros hasta el último minuto», dijo la entrenadora, {woman}. Su equipo no pierde en casa desde el otoño.',
        'La final empezará a las {hour}:00 del próximo sábado. Las entradas salen a la venta el lunes y el club pide no hacer cola durante la noche.',
        'La afición visitante se quedó en la grada mucho después del pitido final y recibió el aplauso del público local.',
      ],
    },
    comet: {
      headlines: [
        'Un cometa nuevo se verá a simple vista desde las {hour}:00',
        'Astrónomos de {city} descubren un cometa brillante',
        'El cometa que no volverá hasta dentro de {thousands} años',
      ],
      leads: [
        'Un cometa recién descubierto puede verse esta semana a simple vista. Aparece hacia las {hour}:00, bajo en el oeste, según el observatorio de {city}.',
        'Astrónomos del observatorio de {city} han descubierto un cometa cada día más brillante. Pasará a {tens} millones de kilómetros de la Tierra.',
      ],
      body: [
        'Lo encontró {woman} mientras buscaba pequeños asteroides. «Revisé las imágenes tres veces antes de llamar a nadie», cuenta la astrónoma.',
        'En el momento de mayor cercanía estará a {tens} millones de kilómetros. No hay ningún peligro para la Tierra.',
        'Los cálculos indican que tarda unos {thousands} años en dar una vuelta al Sol. Nadie dejó constancia de su última visita.',
        'El observatorio abrirá su cúpula al público el viernes. Ya se han apuntado {hundreds} personas y se prepara una segunda noche.',
        'Bastan unos prismáticos para distinguir la cola. Conviene buscar un lugar oscuro, con el horizonte oeste despejado.',
      ],
    },
    rice: {
      headlines: [
        'El precio del arroz sube un {percent} % en un mes',
        'El Gobierno sacará {thousands} toneladas de arroz de la reserva',
        'El arroz vuelve a encarecerse en {city}',
      ],
      leads: [
        'El precio mayorista del arroz ha subido un {percent} % en un mes. En el mercado central de {city} hablan de la oferta más escasa en años.',
        'Para calmar el mercado, el Gobierno sacará a la venta {thousands} toneladas de arroz de la reserva. En {city} el precio había subido un {percent} % en un mes.',
      ],
      body: [
        'Una primavera seca y unas lluvias tardías redujeron la cosecha. Las existencias de los mayoristas alcanzan para unos {tens} días, según el ministerio.',
        '«El agricultor apenas nota la subida», lamenta {woman}, presidenta de los cultivadores. El abono y el gasóleo también se han encarecido.',
        'La inflación de los alimentos fue del {percent2} % el mes pasado. Los economistas creen que el arroz la empujará hasta la nueva cosecha.',
        'Varias cadenas de supermercados limitan la venta a dos bolsas por cliente. Algunos comedores escolares pasan a servir pasta dos días por semana.',
        'El aceite y la pasta mantienen su precio, y los importadores aseguran que ya hay barcos con arroz en camino.',
      ],
    },
    metro: {
      headlines: [
        '{city} estrena línea de metro',
        'La nueva línea de metro de {city} llevará a {thousands} viajeros al día',
        'Metro de {city}: {tens} kilómetros más hasta {year}',
      ],
      leads: [
        'El primer tren salió a las {hour}:00: {city} ha abierto una nueva línea de metro que une el casco antiguo con los barrios del norte.',
        'La nueva línea de metro de {city} ya está en servicio. La empresa espera {thousands} viajeros al día en sus {tens} kilómetros.',
      ],
      body: [
        'Las obras costaron {money}, algo más de lo previsto. El agua subterránea del casco antiguo paró las tuneladoras durante meses.',
        '«Esta línea regala una hora al día a mucha gente», dijo la alcaldesa, {woman}, que viajó en el primer tren. Todas las estaciones tienen ascensor.',
        'Los trenes, fabricados por {company}, circulan sin conductor. En días laborables pasa uno cada cuatro minutos.',
        'El segundo tramo debe estar listo en {year}. Falta por decidir el trazado junto al hospital universitario.',
        'Los comercios de la zona, que convivieron años con las vallas, recibirán ayuda de un fondo municipal.',
      ],
    },
    museum: {
      headlines: [
        '{city} inaugura un nuevo museo',
        'El museo de {city} muestra {hundreds} piezas por primera vez',
        'Abre el museo marítimo de {city} tras unas obras de {money}',
      ],
      leads: [
        'Después de cinco años de obras, el nuevo museo de {city} ha abierto sus puertas. Expone {hundreds} piezas, muchas por primera vez.',
        '{city} tiene un nuevo símbolo: el museo del paseo marítimo se inauguró el domingo. El edificio costó {money}.',
      ],
      body: [
        'La directora, {woman}, quiere una casa abierta a todos. El primer domingo de cada mes la entrada es gratuita y los textos son breves.',
        'El edificio es obra del arquitecto {man}. La luz natural entra solo por el techo para proteger mapas antiguos y tejidos.',
        'Cerca del {tens} % de la colección procede de hallazgos locales. La pieza más antigua es un peso de red hecho de piedra.',
        'El museo espera {thousands} visitantes en su primer año. Las entradas del fin de semana inaugural se agotaron en un día.',
        'Un taller permite ver trabajar a los restauradores, y los niños pueden construir su propia maqueta de barco.',
      ],
    },
    vaccine: {
      headlines: [
        'La vacuna de {company} protege al {share} % en un ensayo',
        'Una nueva vacuna llega al ensayo final con {thousands} voluntarios',
        'Buenos resultados de la vacuna contra la fiebre pulmonar',
      ],
      leads: [
        'Una nueva vacuna contra la fiebre pulmonar protegió al {share} % de los vacunados en un gran ensayo. La empresa {company} publicó los datos el martes.',
        'El ensayo de la vacuna de {company} entra en su última fase. Participan {thousands} voluntarios y los primeros resultados son prometedores.',
      ],
      body: [
        'El estudio se hizo en {tens} hospitales. La mitad de los voluntarios recibió un placebo, sin que ellos ni sus médicos lo supieran.',
        'Los efectos secundarios fueron leves: el {percent} % de los vacunados tuvo fiebre, que no duró más de un día.',
        '«Los resultados son claros, pero falta saber cuánto dura la protección», dijo {woman}, que dirige el estudio en el hospital universitario de {city}.',
        'La agencia reguladora quiere examinar los datos cuanto antes. La autorización podría llegar en {year}.',
        'Los expertos en salud pública preguntan si las dosis se conservan en una nevera corriente, lo que facilitaría el suministro rural.',
      ],
    },
    floods: {
      headlines: [
        'Inundaciones en {city}: {thousands} evacuados',
        'La lluvia inunda {city} y corta {tens} carreteras',
        'El río se desborda cerca de {city}',
      ],
      leads: [
        'Tras las fuertes lluvias, el río se ha desbordado cerca de {city}. {thousands} personas tuvieron que dejar sus casas durante la noche.',
        'Parte de {city} está bajo el agua. En dos días cayeron {hundreds} milímetros, más de lo habitual en un mes.',
      ],
      body: [
        'Las autoridades han cortado {tens} carreteras. Los trenes circulan por una sola vía y los colegios cierran hasta el fin de semana.',
        '«El dique aguanta y lo vigilamos cada hora», dijo la alcaldesa, {woman}, que pidió no acercarse al río a hacer fotos.',
        'Los voluntarios llenaron sacos de arena toda la noche. Hay refugios en los pabellones deportivos y no falta agua potable.',
        'El Gobierno ha prometido {money} en ayudas de emergencia. Se pueden pedir desde el lunes en cualquier ayuntamiento.',
        'Se prevé que la lluvia afloje mañana, aunque el nivel del agua seguirá alto varios días.',
      ],
    },
    film: {
      headlines: [
        '«{film}» gana el festival de cine de {city}',
        '{woman} se lleva el premio mayor del festival de {city}',
        'Sorpresa en el festival de cine de {city}: gana «{film}»',
      ],
      leads: [
        'La película «{film}», de la directora {woman}, ha ganado el premio principal del festival de cine de {city}.',
        'Sorpresa final en el festival de cine de {city}: el jurado premió «{film}», el primer largometraje de la directora {woman}.',
      ],
      body: [
        'Competían {tens} películas de todo el mundo. El premio del público fue para un documental sobre fareros.',
        'La decisión fue unánime, explicó {man}, presidente del jurado. La película confía en sus imágenes y no explica demasiado, dijo.',
        'Cuenta la historia de dos hermanas que heredan un transbordador que ya nadie parece necesitar. Se rodó en un invierno, con un equipo de doce personas.',
        'La organización vendió {thousands} entradas, un {percent} % más que el año pasado. Muchas sesiones fueron al aire libre.',
        'La película ganadora llegará a los cines en otoño, y varias cadenas se interesan por los derechos.',
      ],
    },
    aiRules: {
      headlines: [
        'Nuevas normas para la inteligencia artificial desde {year}',
        'Inteligencia artificial: multas de hasta el {percent} % de las ventas',
        'El Parlamento aprueba la ley de inteligencia artificial',
      ],
      leads: [
        'El Parlamento ha aprobado normas para la inteligencia artificial. Desde {year}, las empresas deberán señalar los textos e imágenes hechos por una máquina.',
        'La inteligencia artificial tendrá reglas más estrictas. Las empresas que las incumplan se exponen a multas de hasta el {percent} % de sus ventas.',
      ],
      body: [
        'Los sistemas que deciden sobre créditos, empleos o tratamientos deberán pasar antes el examen de expertos independientes, y el resultado se publicará.',
        '«La gente tiene derecho a saber si habla con una máquina», dijo la ministra de Asuntos Digitales, {woman}.',
        'El ministerio recibió {hundreds} alegaciones. Los proyectos científicos abiertos quedan exentos.',
        'La empresa de software {company} considera las reglas severas, pero claras. Las pymes tendrán una oficina de asesoramiento en {city}.',
        'Las organizaciones de derechos civiles critican que las excepciones para la policía son demasiado amplias y vagas.',
      ],
    },
    interestRate: {
      headlines: [
        'El banco central baja los tipos al {rate} %',
        'Los tipos de interés caen al {rate} %',
        'El banco central prevé una inflación del {percent2} %',
      ],
      leads: [
        'El banco central ha rebajado el tipo de interés un cuarto de punto, hasta el {rate} %. Es la segunda bajada del año.',
        'Pedir prestado será más barato: en su reunión de {city}, el banco central decidió bajar el tipo de interés al {rate} %.',
      ],
      body: [
        'El banco espera este año una inflación del {percent2} %. Los alquileres y los alimentos siguen siendo lo que más sube.',
        '«La dirección es buena, pero no hemos llegado», dijo la gobernadora, {woman}. Las decisiones se tomarán reunión a reunión.',
        'La moneda perdió algo de terreno tras el anuncio y subieron las constructoras. Los bonos apenas se movieron.',
        'El economista {man} espera otra bajada en primavera, siempre que los salarios no suban más del {percent} %.',
        'Las asociaciones de consumidores avisan: los bancos suelen aplicar la bajada antes a los ahorros que a los préstamos.',
      ],
    },
  },
};
