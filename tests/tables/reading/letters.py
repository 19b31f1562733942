"""How often the encoding of a few names is guessed: python -m tests.tables.reading.letters [NAMES …]

Lists of so many names and places in each language (default 2, 5, 15 and 60), twelve random ones each, written in the
encoding that spreadsheets use there; a list counts if every letter is read as it was written.
"""

from __future__ import annotations

import sys

import numpy as np

from treeclust.tables.reading.encodings import decode

LISTS = 12
WORDS = {
    ("cp1252", "German"): (
        "München Köln Düsseldorf Nürnberg Münster Würzburg Göttingen Lübeck Osnabrück Saarbrücken Größe Höhe "
        "Länge Straße Übung Äpfel Müller Schröder Jäger Bäcker Grün Weiß Österreich Zürich"
    ),
    ("cp1252", "French"): (
        "Orléans Besançon Nîmes Béziers Évreux Chambéry Angoulême Sète Mâcon Créteil Hélène François Zoë Benoît "
        "Noël René Aurélie Jérôme âge poids prénom métier déjà forêt côte"
    ),
    ("cp1252", "Spanish"): (
        "Málaga Cádiz Córdoba León Logroño Cáceres Jaén Almería Ávila Muñoz Núñez Peña Ibáñez González Martínez "
        "López García año tamaño niño señor camión María José"
    ),
    ("cp1252", "Portuguese"): (
        "São Paulo Brasília Goiânia Belém Maceió João Conceição Gonçalves Araújo Simões Magalhães Évora Setúbal "
        "Bragança Guimarães Portimão coração lição irmã avó"
    ),
    ("cp1252", "Swedish"): (
        "Göteborg Malmö Västerås Örebro Linköping Jönköping Norrköping Umeå Gävle Borås Växjö Skövde Åsa Björn "
        "Sjöberg Nyström Söderlund Åkesson längd ålder kön"
    ),
    ("cp1252", "Danish"): (
        "København Århus Ålborg Næstved Køge Sønderborg Hjørring Helsingør Søren Jørgen Bjørn Kærgaard højde vægt "
        "køn Tromsø Bodø Ålesund Førde Harstad"
    ),
    ("cp1252", "Italian"): (
        "Città Forlì Cantù Mondovì età qualità perché università Niccolò Nicolò Cefalù Patti però così più libertà"
    ),
    ("cp1252", "Icelandic"): (
        "Reykjavík Kópavogur Hafnarfjörður Akureyri Garðabær Mosfellsbær Sigurður Guðmundur Þór Björk Kristín Jón "
        "Ólafur Ísafjörður þyngd hæð"
    ),
    ("cp1252", "Dutch"): ("België Coördinatie Zoë Daniël ideeën Curaçao reünie geïnd Finland Brugge"),
    ("cp1250", "Czech"): (
        "Plzeň Příbram České Budějovice Žďár Říčany Šumperk Děčín Kroměříž Uherské Hradiště Třebíč Jiří Dvořák "
        "Václav Šťastný Žofie Řehoř Novák město výška váha věk příjmení kůň Růžena"
    ),
    ("cp1250", "Polish"): (
        "Łódź Kraków Gdańsk Poznań Wrocław Białystok Częstochowa Rzeszów Toruń Gorzów Bydgoszcz Zamość Świdnica "
        "Paweł Łukasz Michał Małgorzata Grażyna Józef Stanisława wiek płeć wzrost ciężar źródło"
    ),
    ("cp1250", "Hungarian"): (
        "Győr Szeged Pécs Székesfehérvár Kecskemét Nyíregyháza Szombathely Hódmezővásárhely Érd Erdő László Gergő "
        "Ödön Jenő Zsófia Tünde Németh Kovács Szűcs kor súly magasság fő nő erős"
    ),
    ("cp1250", "Slovak"): (
        "Žilina Košice Prešov Banská Bystrica Považská Ľubomír Ľudmila Štefan Kováč Tomáš Hudák Oľga meno výška "
        "vek kôň Trenčín Nitra Ružomberok Poprad Levoča dĺžka stĺp"
    ),
    ("cp1250", "Croatian"): (
        "Šibenik Čakovec Đakovo Požega Varaždin Bjelovar Petrović Jurić Šimić Đurđica Živko Hrvoje Marković "
        "Kovačević težina visina škola kuća đak"
    ),
    ("cp1250", "Romanian"): (
        "Bucureşti Iaşi Timişoara Constanţa Galaţi Braşov Ploieşti Brăila Târgu Mureş Bacău Piteşti Buzău Ştefan "
        "Ioniţă Mădălina înălţime vârstă greutate"
    ),
    ("cp1251", "Russian"): (
        "Москва Казань Тула Самара Омск Пермь Иванов Петров Сидоров Анна Мария Ольга город рост вес возраст пол имя"
    ),
    ("cp1251", "Ukrainian"): (
        "Київ Львів Харків Одеса Дніпро Запоріжжя Чернівці Єлизавета Їжакевич Олексій Андрій місто вага зріст вік"
    ),
    ("cp1251", "Bulgarian"): (
        "София Пловдив Варна Бургас Русе Плевен Иван Георги Димитър Мария възраст тегло град височина"
    ),
    ("cp1253", "Greek"): (
        "Αθήνα Θεσσαλονίκη Πάτρα Ηράκλειο Λάρισα Βόλος Ιωάννης Γεώργιος Μαρία Ελένη ηλικία βάρος ύψος πόλη"
    ),
    ("cp1254", "Turkish"): (
        "İstanbul İzmir Diyarbakır Eskişehir Şanlıurfa Muğla Balıkesir Çanakkale Kütahya Ağrı Ayşe Gülşen Özgür "
        "Işık Çağla yaş ağırlık isim şehir"
    ),
    ("gb18030", "Chinese"): (
        "北京 上海 广州 深圳 成都 重庆 杭州 武汉 西安 南京 王伟 李娜 张敏 刘洋 身高 体重 年龄 性别 城市 姓名"
    ),
    ("big5", "Taiwanese"): ("臺北 高雄 臺中 臺南 新竹 基隆 嘉義 陳怡君 林志明 黃淑芬 身高 體重 年齡 性別 城市 姓名"),
    ("cp932", "Japanese"): (
        "東京 大阪 京都 横浜 名古屋 札幌 神戸 福岡 田中さん サクラ 身長 体重 年齢 性別 さくら たろう はなこ"
    ),
    ("cp949", "Korean"): ("서울 부산 대구 인천 광주 대전 울산 수원 김민수 이영희 박철수 나이 몸무게 키 성별 도시 이름"),
}


def read_rightly(encoding: str, words: list[str], size: int) -> tuple[int, int]:
    """Of the lists with other letters than English ones: how many are read as they were written, and how many are."""
    right = lists = 0
    for seed in range(LISTS):
        rng = np.random.default_rng([seed, size])
        text = "name,x,y\n" + "".join(f"{rng.choice(words)},{seed},{size}\n" for _ in range(size))
        if not text.isascii():
            right, lists = right + (decode(text.encode(encoding), "names")[0] == text), lists + 1
    return right, lists


def main() -> None:
    for size in [int(word) for word in sys.argv[1:]] or [2, 5, 15, 60]:
        found = {language: read_rightly(encoding, text.split(), size) for (encoding, language), text in WORDS.items()}
        total = [sum(counts) for counts in zip(*found.values(), strict=True)]
        wrong = ", ".join(f"{name} {right} of {all_}" for name, (right, all_) in found.items() if right < all_)
        print(f"{size:3} names: {total[0]} of {total[1]} lists are read as they were written; {wrong or 'none wrong'}")


if __name__ == "__main__":
    main()
